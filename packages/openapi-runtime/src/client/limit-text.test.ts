import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

const limit = (response: Response) => limitText(response, 6, () => new Error('too large'));

/** Creates a response with a stream of texts. */
function respond(texts: readonly string[]) {
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
  return { response: limit(new Response(body)), state };
}

test('a text of exactly the limit is read, also if a character is in two chunks', async () => {
  const body = new TextEncoder().encode('aé→');
  const stream = ReadableStream.from([body.slice(0, 2), body.slice(2)]);
  expect(await limit(new Response(stream)).text()).toBe('aé→');
});

test('a response without a body is an empty text', async () => {
  expect(await limit(new Response(null)).text()).toBe('');
});

test('a larger text is read no further', async () => {
  const { response, state } = respond(Array(1_000).fill('abcd'));
  await expect(response.text()).rejects.toThrow('too large');
  expect(state).toEqual({ read: 2, isCancelled: true });
});

test('a body that is read as a stream has no limit', async () => {
  const { response, state } = respond(Array(10).fill('abcd'));
  for await (const chunk of response.body ?? []) expect(chunk).toHaveLength(4);
  expect(state.read).toBe(10);
});
