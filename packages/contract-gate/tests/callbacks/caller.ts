// A small server that calls back over TLS and sends webhooks, both signed by Standard Webhooks.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '@keyframe/openapi-model';
import { signWebhook } from '@keyframe/openapi-runtime/client';

/** Behavior of the server; a fault replaces parts of it. */
export interface CallerBehavior {
  pausesMs: readonly number[];
  timeoutMs: number;
  body: (event: Readonly<Record<string, string>>) => object;
  /** The id of an attempt. */
  id: (event: string, attempt: number) => string;
  signatures: (v1: string, v1a: string) => string;
  webhooks: readonly string[];
}

/** A running server; disposing of it stops it. */
export interface Caller extends AsyncDisposable {
  url: URL;
  secrets: readonly string[];
  /** Sends a webhook, as something that happened in the server would. */
  happen: (url: string) => Promise<void>;
}

const EVENT = {
  type: 'object',
  required: ['jobId', 'status'],
  additionalProperties: false,
  properties: { jobId: { type: 'string', pattern: '^job_[0-9]+$' }, status: { const: 'done' } },
};
const header = (name: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: true,
  schema,
});

function sending(operationId: string): JsonObject {
  return {
    operationId,
    description: 'Repeated up to 2 times, after 100 ms and 300 ms, until it is answered with a 2xx.',
    parameters: [
      header('webhook-id', { type: 'string', minLength: 1 }),
      header('webhook-timestamp', { type: 'integer' }),
      header('webhook-signature', { type: 'string', pattern: '^v1' }),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: EVENT } } },
    responses: { '204': { description: 'Received.' } },
  };
}

const JOB = { type: 'object', required: ['jobId'], properties: { jobId: { type: 'string' } } };
const BAD = { description: 'The request is wrong.' };

/** The document of the server. */
export const CALLER_DOCUMENT: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Caller', version: '1.0.0' },
  paths: {
    '/jobs': {
      post: {
        operationId: 'createJob',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: false,
                properties: { callbackUrl: { type: 'string', format: 'uri', pattern: '^https://' } },
              },
            },
          },
        },
        responses: {
          '202': { description: 'Accepted.', content: { 'application/json': { schema: JOB } } },
          '4XX': BAD,
        },
        callbacks: { done: { '{$request.body#/callbackUrl}': { post: sending('jobDone') } } },
      },
    },
  },
  webhooks: { jobStarted: { post: sending('jobStarted') } },
};

interface Sender {
  secrets: readonly string[];
  /** Sends the event of a job until it is received, or the attempts are used up. */
  deliver: (url: string, jobId: string) => Promise<void>;
}

function createSender(behavior: CallerBehavior, { ca, signal }: { ca: string; signal: AbortSignal }): Sender {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

  async function attempt(url: string, event: object, id: string): Promise<boolean> {
    const { body, headers } = await signWebhook(event, { secret, id });
    const signed = `${id}.${headers['webhook-timestamp']}.${body}`;
    const v1a = `v1a,${sign(null, Buffer.from(signed), pair.privateKey).toString('base64')}`;
    const own = {
      ...headers,
      'webhook-signature': behavior.signatures(headers['webhook-signature'] ?? '', v1a),
    };
    return await new Promise((done) => {
      const outgoing = requestOverTls(url, { method: 'POST', headers: own, ca, agent: false });
      outgoing.setTimeout(behavior.timeoutMs, () => outgoing.destroy());
      outgoing
        .on('error', () => done(false))
        .on('response', (response: IncomingMessage) => {
          response.resume();
          done(response.statusCode === 204);
        });
      outgoing.end(body);
    });
  }

  const deliver: Sender['deliver'] = async (url, jobId) => {
    const event = behavior.body({ jobId, status: 'done' });
    for (const [index, pause] of [0, ...behavior.pausesMs].entries()) {
      await wait(pause, undefined, { signal: signal });
      if (await attempt(url, event, behavior.id(`msg_${jobId}`, index))) return;
    }
  };
  return { secrets: [secret, `whpk_${publicKey}`], deliver };
}

/** Starts the server, which trusts a CA. */
export async function startCaller(caFile: string, fault: Partial<CallerBehavior> = {}): Promise<Caller> {
  const behavior: CallerBehavior = {
    pausesMs: [100, 300],
    // Shorter than the wait of the tests; a busy machine takes a second to respond.
    timeoutMs: 2_000,
    body: (event) => event,
    id: (event) => event,
    signatures: (v1, v1a) => `${v1} ${v1a}`,
    webhooks: ['done'],
    ...fault,
  };
  const stopping = new AbortController();
  const ca = await readFile(caFile, 'utf8');
  const sender = createSender(behavior, { ca, signal: stopping.signal });
  let jobs = 0;

  const start = (url: string | undefined) => {
    jobs += 1;
    const jobId = `job_${jobs}`;
    if (url !== undefined) void sender.deliver(url, jobId).catch(() => undefined);
    return jobId;
  };

  const server = createServer(async (request, response) => {
    const answer = (status: number, body?: object) => {
      const headers = body ? { 'content-type': 'application/json' } : { allow: 'POST' };
      response.writeHead(status, headers).end(body && JSON.stringify(body));
    };
    if (request.method !== 'POST') return answer(405);
    const body = parse(await text(request).catch(() => ''));
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (!isJson || !isJob(body)) return answer(400);
    return answer(202, { jobId: start(body.callbackUrl) });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    secrets: sender.secrets,
    happen: async (url) => {
      for (const _ of behavior.webhooks) start(url);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

function parse(body: string): unknown {
  try {
    return body.includes('\ufffd') ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isJob(body: unknown): body is { callbackUrl?: string } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { callbackUrl, ...others } = body as Record<string, unknown>;
  const isUrl =
    typeof callbackUrl === 'string' && /^https:\/\//.test(callbackUrl) && URL.canParse(callbackUrl);
  return Object.keys(others).length === 0 && (callbackUrl === undefined || isUrl);
}
