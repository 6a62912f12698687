import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { eventStream, jsonLines, writeStream } from './stream-schema.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REPLY = { method: 'GET', operationId: 'watch', status: 200, mediaType: 'text/event-stream' };

/** Creates a source whose items the test sends, and which is never a generator's `return` behind. */
function createSource() {
  let resolveNext = (_: IteratorResult<object>) => {};
  const source = {
    isClosed: false,
    send: (value: object) => resolveNext({ done: false, value }),
    next: () =>
      new Promise<IteratorResult<object>>((resolve) => {
        resolveNext = resolve;
      }),
    return: async () => {
      source.isClosed = true;
      resolveNext({ done: true, value: undefined });
      return { done: true as const, value: undefined };
    },
    [Symbol.asyncIterator]: () => source,
  };
  return source;
}

const read = (stream: ReturnType<typeof writeStream>) => {
  const reader = stream?.body?.getReader();
  return { next: async () => new TextDecoder().decode((await reader?.read())?.value), reader };
};

test('sends a comment after 15 seconds of silence, and loses no event by it', async () => {
  const source = createSource();
  const { next } = read(writeStream(eventStream(z.object({ data: z.string() })), { ...REPLY, body: source }));
  const first = next();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await first).toBe(':\n\n');
  const second = next();
  await vi.advanceTimersByTimeAsync(14_000);
  source.send({ data: 'a' });
  expect(await second).toBe('data: a\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('adds nothing to JSON lines, however long they are silent', async () => {
  const source = createSource();
  const { next } = read(writeStream(jsonLines(z.object({})), { ...REPLY, body: source }));
  const first = next();
  await vi.advanceTimersByTimeAsync(60_000);
  source.send({ a: 1 });
  expect(await first).toBe('{"a":1}\n');
});

test('closes the source when the client leaves while no item is due', async () => {
  const source = createSource();
  const { next, reader } = read(writeStream(eventStream(z.object({})), { ...REPLY, body: source }));
  void next();
  await vi.advanceTimersByTimeAsync(0);
  await reader?.cancel();
  expect(source.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('closes the source of HEAD at once', () => {
  const source = createSource();
  const stream = writeStream(eventStream(z.object({})), { ...REPLY, method: 'HEAD', body: source });
  expect(stream).toEqual({ body: null, mediaType: 'text/event-stream' });
  expect(source.isClosed).toBe(true);
});

test('an error of a source that closes neither ends the process nor hides why the stream broke off', async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  const failing = {
    next: async () => ({ value: 1 }),
    return: () => Promise.reject(new Error('closed badly')),
  };
  const body = { [Symbol.asyncIterator]: () => failing };
  const schema = jsonLines(z.object({}));
  writeStream(schema, { ...REPLY, method: 'HEAD', body });
  const { reader } = read(writeStream(schema, { ...REPLY, body }));
  await expect(reader?.read()).rejects.toThrow('watch');
  vi.useRealTimers();
  // Node reports rejections before the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onRejection);
  expect(rejections).toEqual([]);
});
