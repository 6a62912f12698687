import { expect, test } from 'vitest';
import { printVisibly } from './print-visibly.ts';

const TEXT = 'a\u001b[2Jb\r\u009bc\td\ne';

test.each([
  [true, 'a\\x1b[2Jb\\x0d\\x9bc\td\ne'],
  [false, TEXT],
  [undefined, TEXT],
])('on a terminal (%s), control characters are written as escapes', (isTTY, expected) => {
  const written: string[] = [];
  printVisibly((text) => written.push(text), isTTY === undefined ? {} : { isTTY })(TEXT);
  expect(written).toEqual([expected]);
});
