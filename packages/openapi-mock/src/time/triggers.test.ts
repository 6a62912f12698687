import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../mock.ts';

const body = (example: JsonObject) => ({ content: { 'application/json': { example } } });
const responses = { '200': { description: 'Recorded' } };
const DOCUMENT: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      post: {
        responses: { '202': { description: 'Accepted' } },
        callbacks: {
          taskDone: { '{$request.body#/url}': { post: { requestBody: body({ id: 1 }), responses } } },
        },
      },
    },
  },
  webhooks: { taskLost: { post: { requestBody: body({ lost: true }), responses } } },
};

test('sends any callback or webhook by its name, signed, to this machine only', async () => {
  const received: { url: string; body: unknown; id: string | null }[] = [];
  const mock = createMock(DOCUMENT, {
    fetch: async (url, init) => {
      const id = new Headers(init?.headers).get('webhook-id');
      received.push({ url: String(url), body: JSON.parse(String(init?.body)), id });
      return new Response(null, { status: 204 });
    },
  });
  expect(mock.listCallbacks()).toEqual(['taskDone', 'taskLost']);
  const url = 'http://127.0.0.1:3000/hook';
  const done = await mock.trigger('taskDone', url);
  expect(done).toMatchObject({ callback: 'taskDone', url, result: 204 });
  await mock.trigger('taskLost', url);
  expect(received).toEqual([
    { url, body: { id: 1 }, id: done.id },
    { url, body: { lost: true }, id: expect.stringMatching(/^msg_/) },
  ]);
  const refused = await mock.trigger('taskDone', 'https://hooks.example.com');
  expect(refused.result).toMatch(/^not sent: hooks\.example\.com is not this machine/);
  await expect(mock.trigger('taskGone', url)).rejects.toThrow(
    'Callback taskGone not found (known: taskDone, taskLost).',
  );
});

test.each(['', 'hook', '/hook', 'http://', 'ftp://127.0.0.1/hook', 'file:///etc/passwd'])(
  'rejects the URL %j',
  async (url) => {
    const triggered = createMock(DOCUMENT).trigger('taskDone', url);
    await expect(triggered).rejects.toMatchObject({
      code: 'callback_url_invalid',
      message: `The URL of a callback must be an http or https URL (got "${url}").`,
    });
  },
);
