// The examples of apps/examples, run as their READMEs say, against a real service.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@keyframe/client';
import { freePort, startChild } from '@keyframe/test-kit';
import { createTestCertificate } from '@keyframe/test-kit/tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../support/service.ts';
import { decodeVideo } from './decode-video.ts';

const QUICKSTART = fileURLToPath(import.meta.resolve('@keyframe/example-client-quickstart'));
const OPENAPI_FETCH = fileURLToPath(import.meta.resolve('@keyframe/example-openapi-fetch'));
const RECEIVER = fileURLToPath(import.meta.resolve('@keyframe/example-webhook-receiver'));
const BOOKSHELF = fileURLToPath(import.meta.resolve('@keyframe/example-hono-from-openapi'));

const resources = new AsyncDisposableStack();
let service: Service;
let receiverPort: number;
let certificate: Awaited<ReturnType<typeof createTestCertificate>>;

beforeAll(async () => {
  certificate = resources.use(await createTestCertificate());
  receiverPort = await freePort();
  const env = { EGRESS_ALLOW: `127.0.0.1:${receiverPort}`, EGRESS_CA: certificate.caFile };
  service = resources.use(await startService({ env }));
});
afterAll(() => resources.disposeAsync());

function quickstart(...args: string[]) {
  return startChild({
    args: [QUICKSTART, ...args],
    env: { KEYFRAME_API_KEY: service.testKey, KEYFRAME_BASE_URL: service.url },
  });
}

test('client-quickstart saves a video that decodes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-quickstart-'));
  const file = join(folder.path, 'video.mp4');
  await using child = quickstart('a calm sea', file);
  expect(await child.waitForExit()).toEqual({ code: 0, signal: null });
  expect(child.stdout).toMatch(/^Accepted as task_\w+\.\nSaved .*video\.mp4: \d+ credits, [\d.]+ s\.\n$/);
  expect(await decodeVideo(await readFile(file))).toMatchObject({ duration: 4, complaints: [] });
});

test('client-quickstart prints why a task failed', async () => {
  await using child = quickstart('a calm sea #sandbox:fail=out_of_paint');
  expect(await child.waitForExit()).toEqual({ code: 1, signal: null });
  expect(child.stderr).toBe('The task failed: out_of_paint.\n');
});

test('openapi-fetch generates a video', async () => {
  const env = { KEYFRAME_API_KEY: service.testKey, KEYFRAME_BASE_URL: service.url };
  await using child = startChild({ args: [OPENAPI_FETCH, 'a calm sea'], env });
  expect(await child.waitForExit()).toEqual({ code: 0, signal: null });
  expect(child.stdout).toMatch(/^Accepted as task_\w+\.\nCompleted: \d+ credits\.\n$/);
});

test('webhook-receiver prints a real callback once, and refuses a forged one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-receiver-'));
  const keyFile = join(folder.path, 'key.pem');
  await writeFile(keyFile, certificate.key);
  const owner = await service.commands.createOwner('receiver');
  const { key } = await service.commands.createKey(owner.id, 'test');
  await service.commands.grant(owner.id, 'test', 1000);
  await using receiver = startChild({
    args: [RECEIVER],
    env: {
      WEBHOOK_SECRETS: owner.callback_public_key,
      TLS_KEY: keyFile,
      TLS_CERT: certificate.caFile,
      PORT: String(receiverPort),
    },
  });
  await receiver.waitForOutput(/Listening/);
  const client = createClient({ apiKey: key, baseUrl: service.url });
  const url = `https://127.0.0.1:${receiverPort}/callbacks`;
  const { taskId } = await client.videos.create({
    model: 'video-2-0',
    callback_url: url,
    input: { prompt: 'a calm sea', duration: 4 },
  });
  await receiver.waitForOutput(new RegExp(`${taskId} completed: ${service.url}/results/`));
  expect(receiver.stdout.match(/completed/g)).toHaveLength(1);

  const forgery = startChild({
    args: [
      '--eval',
      `fetch('${url}', { method: 'POST', body: '{}' }).then(({ status }) => console.log(status))`,
    ],
    env: { NODE_EXTRA_CA_CERTS: certificate.caFile },
  });
  await forgery.waitForExit();
  expect(forgery.stdout).toBe('400\n');
});

test('hono-from-openapi validates, fills in defaults, asks for the key and serves its document', async () => {
  await using app = startChild({ args: [BOOKSHELF], env: { PORT: '0', API_KEY: 'mine' } });
  const [, url = ''] = await app.waitForOutput(/Listening on (\S+)/);
  const ask = async (path: string, json?: object, key = 'mine') => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const emma = { id: 1, title: 'Emma', year: 1815, tags: [] };
  expect(await ask('/books', { title: 'Emma', year: 1815 })).toEqual({ status: 201, body: emma });
  expect(await ask('/books/1')).toEqual({ status: 200, body: emma });
  expect(await ask('/books?limit=1')).toEqual({ status: 200, body: [emma] });
  expect(await ask('/books/2')).toEqual({ status: 404, body: { message: 'Book 2 not found.' } });
  const refused = await ask('/books', { title: '', year: 1400 });
  expect(refused).toEqual({ status: 400, body: { message: expect.stringMatching(/title: .*; year: /) } });
  expect((await ask('/books', undefined, 'yours')).status).toBe(401);
  expect(await ask('/openapi.json')).toMatchObject({ body: { info: { title: 'Bookshelf' } } });
});
