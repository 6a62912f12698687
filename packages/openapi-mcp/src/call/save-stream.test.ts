import { existsSync, mkdtempDisposableSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStart, saveStream } from './save-stream.ts';

/** Creates a stream of chunks; counts those that were read. */
function createStream(chunks: readonly string[], failure?: Error) {
  const state = { read: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[state.read];
        state.read += 1;
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
        else if (failure) controller.error(failure);
        else controller.close();
      },
      cancel() {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

test.each([
  [['ab', 'cd'], 4, 'abcd'],
  [['ab', 'cd'], 3, undefined],
  [[], 0, ''],
])('reads %j whole if it has at most %i bytes', async (chunks, most, whole) => {
  const start = await readStart(createStream(chunks).stream, most);
  expect('whole' in start ? start.whole.toString() : undefined).toBe(whole);
});

test('a longer stream is read no further before it is saved, and then written in order', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'save-stream-'));
  const { state, stream } = createStream(['ab', 'cd', 'ef', 'gh']);
  const start = await readStart(stream, 3);
  expect(state.read).toBe(2);
  const path = join(folder.path, 'file');
  await saveStream(path, start);
  expect(readFileSync(path, 'utf8')).toBe('abcdefgh');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a stream that fails leaves no file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'save-stream-'));
  const { stream } = createStream(['ab', 'cd'], new Error('reset'));
  const path = join(folder.path, 'file');
  await expect(saveStream(path, await readStart(stream, 1))).rejects.toThrow('reset');
  expect(existsSync(path)).toBe(false);
});

test('a stream whose bytes are rejected is read no further, cancelled, and leaves no file', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'save-stream-'));
  const { state, stream } = createStream(Array(1_000).fill('ab'));
  const path = join(folder.path, 'file');
  let size = 0;
  const saved = saveStream(path, await readStart(stream, 1), (count) => {
    size += count;
    if (size > 5) throw new Error('too large');
  });
  await expect(saved).rejects.toThrow('too large');
  expect(existsSync(path)).toBe(false);
  expect(state).toEqual({ read: 3, isCancelled: true });
});
