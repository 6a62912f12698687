/** Results in a bucket, as `results/<task id>/<file>`. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { retryTransient } from '../db/retry-transient.ts';
import { RESULT_FILE_NAMES, RESULT_MEDIA_TYPES, type ResultFile } from './result-links.ts';
import type { ResultName, ResultStore } from './result-store.ts';
import { createS3Bucket, type S3Bucket, type S3Options, type S3Upload } from './s3-bucket.ts';
import { S3Error } from './s3-error.ts';

const FILES: readonly ResultFile[] = ['video', 'last-frame'];
const CHECK_PREFIX = 'results/.check-';

/** Keeps results in a bucket. A file goes there in one streamed request, for which S3 takes up to 5 GB. */
export function createS3Store(options: S3Options): ResultStore {
  const bucket = createS3Bucket(options);
  return {
    reader: {
      kind: 'urls',
      origin: new URL(options.bucketUrl).origin,
      createUrl: ({ method, expiresAt, ...name }) => bucket.presign(getKey(name), { method, expiresAt }),
    },
    async put(name, path, signal) {
      const upload = await readUpload(path, RESULT_MEDIA_TYPES[name.file], signal);
      const send = async () => {
        (await bucket.send(getKey(name), { method: 'PUT', upload, signal })).resume();
      };
      await retryTransient(send, signal, (error) => error instanceof S3Error && error.isTransient);
    },
    async delete(taskId) {
      for (const file of FILES) await remove(bucket, getKey({ taskId, file }));
    },
    async check({ writes }) {
      try {
        // The right to list is needed too: without it a bucket does not reveal that a file is absent.
        const listing = `/?list-type=2&max-keys=1&prefix=${CHECK_PREFIX}`;
        (await bucket.send(listing, { method: 'GET' })).resume();
        if (writes) await checkWriting(bucket);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`S3_BUCKET_URL cannot be used: ${reason}`, { cause });
      }
    },
  };
}

function getKey({ taskId, file }: ResultName): string {
  return `/results/${taskId}/${RESULT_FILE_NAMES[file]}`;
}

async function readUpload(path: string, contentType: string, signal: AbortSignal): Promise<S3Upload> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { signal });
  for await (const chunk of file) hash.update(chunk);
  return { path, contentType, size: file.bytesRead, sha256: hash.digest('hex') };
}

async function checkWriting(bucket: S3Bucket): Promise<void> {
  const key = `/${CHECK_PREFIX}${randomUUID()}`;
  (await bucket.send(key, { method: 'PUT' })).resume();
  await remove(bucket, key);
}

async function remove(bucket: S3Bucket, key: string): Promise<void> {
  (await bucket.send(key, { method: 'DELETE' })).resume();
}
