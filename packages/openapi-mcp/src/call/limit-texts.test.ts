import { expect, test } from 'vitest';
import { limitTexts } from './limit-texts.ts';

/** Sends a request that is answered with a stream of texts. */
async function send(texts: readonly string[], status = 200) {
  const state = { read: 0, isCancelled: false };
  const body = new ReadableStream(
    {
      pull(controller) {
        const text = texts[state.read];
        if (text === undefined) return controller.close();
        state.read += 1;
        controller.enqueue(new TextEncoder().encode(text));
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const response = await limitTexts(async () => new Response(body, { status }), 6)('https://a.example');
  return { response, state };
}

test('a text of exactly the limit is read, also if a character is in two chunks', async () => {
  const body = new TextEncoder().encode('aé→');
  const stream = ReadableStream.from([body.slice(0, 2), body.slice(2)]);
  const response = await limitTexts(async () => new Response(stream), 6)('https://a.example');
  expect(await response.text()).toBe('aé→');
});

test('a response without a body is an empty text', async () => {
  const response = await limitTexts(async () => new Response(null), 6)('https://a.example');
  expect(await response.text()).toBe('');
});

test.each([
  [200, 'The service answered with status 200, so the call was applied, but'],
  [404, 'The service answered with status 404, but'],
])('a larger text of status %i is read no further', async (status, start) => {
  const { response, state } = await send(Array(1_000).fill('abcd'), status);
  await expect(response.text()).rejects.toThrow(
    `${start} its body is larger than the limit of 6 bytes for JSON and text.`,
  );
  expect(state).toEqual({ read: 2, isCancelled: true });
});

test('a body that is read as a stream has no limit', async () => {
  const { response, state } = await send(Array(10).fill('abcd'));
  for await (const chunk of response.body ?? []) expect(chunk).toHaveLength(4);
  expect(state.read).toBe(10);
});
