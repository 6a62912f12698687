/** Downloads of a video by its link: with a bucket, the API redirects to it and sends no byte of the video. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory } from '@keyframe/test-kit';
import S3rver from 's3rver';
import { type Api, startApi } from '../../api.ts';
import type { Benchmark } from '../../comparison.ts';
import { insertOwners } from '../../database/owners.queries.ts';
import { insertCompletedTasks } from '../../database/tasks.queries.ts';

/** A generated video of 720p and 5 seconds. */
const VIDEO_BYTES = 5_000_000;
const BUCKET = 'videos';
const KB = 1000;

/** Compares the bytes of a video that an API sends with a bucket and from its disk; throws if a link does not lead to the video. */
export const results: Benchmark = async ({ profileDirectory }) => {
  await using resources = new AsyncDisposableStack();
  const bucket = await startBucket(resources);
  const subject = await startSide(resources, { env: bucket.env, profileDirectory });
  const peer = await startSide(resources, { profileDirectory });
  const video = randomBytes(VIDEO_BYTES);
  await bucket.store(subject.taskId, video);
  await storeOnDisk(peer, video);
  await assertVideo(subject, video);
  await assertVideo(peer, video);
  const figures = { subject: (await readBytes(subject)) / KB, peer: (await readBytes(peer)) / KB };
  return [
    {
      subject: 'bytes of a video that the API sends, with a bucket',
      peer: 'from its disk',
      unit: 'kB',
      figures,
      target: { kind: 'factor', atMost: 0 },
    },
  ];
};

/** An S3 server that keeps its objects in a folder. */
interface Bucket {
  /** Settings of an API that keeps its results there. */
  readonly env: Readonly<Record<string, string>>;
  store(taskId: string, video: Uint8Array): Promise<void>;
}

async function startBucket(resources: AsyncDisposableStack): Promise<Bucket> {
  const { path: directory } = resources.use(await createDataDirectory());
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  resources.defer(() => server.close());
  const url = `http://127.0.0.1:${port}/${BUCKET}`;
  return {
    env: {
      S3_BUCKET_URL: url,
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async store(taskId, video) {
      const { status } = await fetch(`${url}/results/${taskId}/video.mp4`, { method: 'PUT', body: video });
      if (status !== 200) throw new Error(`The bucket answered ${status} to a video.`);
    },
  };
}

/** An API with a completed task. */
interface Side {
  readonly api: Api;
  readonly taskId: string;
  /** Link to the video of the task. */
  readonly link: string;
}

async function startSide(
  resources: AsyncDisposableStack,
  options: Parameters<typeof startApi>[0],
): Promise<Side> {
  const api = resources.use(await startApi(options));
  const [key = ''] = await insertOwners(api.pool);
  const [taskId = ''] = await insertCompletedTasks(api.pool);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${api.url}/v1/tasks/${taskId}`, { headers });
  const { data } = (await response.json()) as { readonly data: { readonly results: readonly string[] } };
  const { pathname, search } = new URL(data.results[0] ?? '');
  return { api, taskId, link: `${pathname}${search}` };
}

async function storeOnDisk({ api, taskId }: Side, video: Uint8Array): Promise<void> {
  const folder = join(api.directory, 'results', taskId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'video.mp4'), video);
}

/** Throws unless the link leads to the video. */
async function assertVideo({ api, link }: Side, video: Uint8Array): Promise<void> {
  const response = await fetch(`${api.url}${link}`);
  const received = Buffer.from(await response.arrayBuffer());
  if (!received.equals(video)) throw new Error(`${link} leads to ${response.status}, not to the video.`);
}

/** Reads the body that the API itself sends, and gives its bytes. */
async function readBytes({ api, link }: Side): Promise<number> {
  const response = await fetch(`${api.url}${link}`, { redirect: 'manual' });
  return (await response.arrayBuffer()).byteLength;
}
