/**
 * S3 server for tests. s3rver keeps the objects, but accepts any signature of version 4. A proxy in front of it therefore
 * signs each request again with AWS's own signer and, like S3, refuses a different signature or bytes that were not signed.
 */

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { SignatureV4 } from '@smithy/signature-v4';
import S3rver from 's3rver';
import type { S3Options } from '../../src/results/s3-bucket.ts';

/** A running server with one empty bucket. */
export interface S3Server extends AsyncDisposable {
  readonly options: S3Options;
  /** Settings of a server that keeps its results there. */
  readonly environment: Record<string, string>;
  /** Method, path and status of each request so far. */
  readonly requests: readonly string[];
  /** Answers the next requests with 503 SlowDown. */
  slowDown(times: number): void;
}

const REGION = 'eu-test-1';
/** The one account of s3rver. */
const ACCESS_KEY_ID = 'S3RVER';
const BUCKET = 'videos';

class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function toBytes(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/** Starts the server on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'keyframe-s3-'));
  const secretAccessKey = randomBytes(20).toString('hex');
  const storage = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port: storagePort } = await storage.run();
  const requests: string[] = [];
  let refusals = 0;
  const front = await listen(
    createServer(async (incoming, response) => {
      response.once('finish', () =>
        requests.push(`${incoming.method} ${incoming.url} ${response.statusCode}`),
      );
      const body = await buffer(incoming);
      const problem = refusals > 0 ? 'SlowDown' : await findProblem(incoming, { body, secretAccessKey });
      refusals = Math.max(0, refusals - 1);
      if (problem !== undefined) return refuse(response, problem);
      forward(incoming, { body, port: storagePort, response });
    }),
  );
  const bucketUrl = `http://127.0.0.1:${front.port}/${BUCKET}`;
  return {
    options: { bucketUrl, region: REGION, accessKeyId: ACCESS_KEY_ID, secretAccessKey },
    environment: {
      S3_BUCKET_URL: bucketUrl,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    requests,
    slowDown: (times) => {
      refusals = times;
    },
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      await storage.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/[^,]+, SignedHeaders=(?<signed>[^,]+), Signature=[0-9a-f]{64}$/;

interface SignedRequest {
  readonly body: Buffer;
  readonly secretAccessKey: string;
}

/** Returns the code of the error with which S3 refuses a request. */
function findProblem(incoming: IncomingMessage, signed: SignedRequest): Promise<string | undefined> {
  const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  return (searchParams.has('X-Amz-Signature') ? findLinkProblem : findHeaderProblem)(incoming, signed);
}

function createSigner(secretAccessKey: string): SignatureV4 {
  return new SignatureV4({
    service: 's3',
    region: REGION,
    uriEscapePath: false,
    applyChecksum: false,
    sha256: Sha256,
    credentials: { accessKeyId: ACCESS_KEY_ID, secretAccessKey },
  });
}

const PAYLOAD_HASH = 'x-amz-content-sha256';

/** Checks a presigned URL, whose signature and expiry are in its query. */
async function findLinkProblem(
  { method = '', url = '/', headers }: IncomingMessage,
  { secretAccessKey }: SignedRequest,
): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const query = Object.fromEntries(searchParams);
  const { 'X-Amz-Date': date = '', 'X-Amz-Expires': expires, 'X-Amz-Signature': signature, ...rest } = query;
  const own = Object.entries(rest).filter(([name]) => !name.startsWith('X-Amz-'));
  const signingDate = parseDate(date);
  if (Date.now() >= signingDate.getTime() + Number(expires) * 1000) return 'AccessDenied';
  const again = await createSigner(secretAccessKey).presign(
    {
      method,
      protocol: 'http:',
      hostname: 'localhost',
      path: decodeURI(pathname),
      query: Object.fromEntries(own),
      headers: { host: String(headers.host), [PAYLOAD_HASH]: 'UNSIGNED-PAYLOAD' },
    },
    {
      signingDate,
      expiresIn: Number(expires),
      unhoistableHeaders: new Set([PAYLOAD_HASH]),
      unsignableHeaders: new Set([PAYLOAD_HASH]),
    },
  );
  return again.query?.['X-Amz-Signature'] === signature ? undefined : 'SignatureDoesNotMatch';
}

/** Checks a request whose signature is in its headers. */
async function findHeaderProblem(
  { method = '', url = '/', headers }: IncomingMessage,
  { body, secretAccessKey }: SignedRequest,
): Promise<string | undefined> {
  const { id, signed } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {};
  if (id === undefined || signed === undefined) return 'AccessDenied';
  if (id !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const again = await createSigner(secretAccessKey).sign(
    {
      method,
      protocol: 'http:',
      hostname: 'localhost',
      path: decodeURI(pathname),
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(signed.split(';').map((name) => [name, String(headers[name])])),
    },
    { signingDate: parseDate(String(headers['x-amz-date'])) },
  );
  if (again.headers.authorization !== headers.authorization) return 'SignatureDoesNotMatch';
  const hash = createHash('sha256').update(body).digest('hex');
  return headers[PAYLOAD_HASH] === hash ? undefined : 'XAmzContentSHA256Mismatch';
}

/** Reads `20261120T140000Z`. */
function parseDate(basic: string): Date {
  return new Date(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

const STATUS: Readonly<Record<string, number>> = { SlowDown: 503, XAmzContentSHA256Mismatch: 400 };

function refuse(response: ServerResponse, code: string): void {
  response.writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
}

function forward(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  { body, port, response }: { body: Buffer; port: number; response: ServerResponse },
): void {
  const options = { host: '127.0.0.1', port, method, path: url, agent: false } as const;
  const onward = request({ ...options, headers: { ...headers, connection: 'close' } }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    // A client that leaves in the middle of a response ends both streams.
    pipeline(answer, response, () => {});
  });
  onward.end(body);
}
