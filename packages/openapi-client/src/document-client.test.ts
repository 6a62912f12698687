import { loadDocument } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createDocumentClient } from './document-client.ts';

const DOCUMENT = new URL('../../contract/src/generated/document.json', import.meta.url).pathname;

test('sends an operation as a generated client does, with its credential and one key for all attempts', async () => {
  const model = await loadDocument(DOCUMENT);
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const { client, define } = createDocumentClient(model, {
    baseUrl: 'http://api.example',
    auth: Object.fromEntries([...model.securitySchemes.keys()].map((name) => [name, 'sk_test_a'])),
    clock: { now: () => 0, sleep: async () => undefined, setTimer: () => () => undefined },
    fetch: async (input, init) => {
      sent.push({ url: String(input), headers: new Headers(init?.headers), body: init?.body });
      if (sent.length === 1) throw new TypeError('fetch failed');
      return Response.json({ taskId: 'task_1' }, { status: 202 });
    },
  });
  const operation = model.operations.find(({ id }) => id === 'createVideoGeneration');
  if (!operation) throw new Error('createVideoGeneration not found');
  const data = await client.send(define(operation), { request: { body: { model: 'video-2-0' } } });
  expect(data).toEqual({ taskId: 'task_1' });
  const [first, second] = sent;
  expect(first).toMatchObject({
    url: 'http://api.example/v1/videos/generations',
    body: '{"model":"video-2-0"}',
  });
  expect(first?.headers.get('authorization')).toBe('Bearer sk_test_a');
  expect(first?.headers.get('idempotency-key')).toMatch(/.{16}/);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});
