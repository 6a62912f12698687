import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineBuffer } from './line-buffer.ts';

test('writes lines of one moment together, and later ones apart', async () => {
  const written: string[] = [];
  const buffer = new LineBuffer((text) => written.push(text));
  buffer.add('a');
  buffer.add('b');
  await setImmediate();
  buffer.add('c');
  buffer.flush();
  await setImmediate();
  expect(written).toEqual(['a\nb', 'c']);
});
