import { expect, test } from 'vitest';
import { SourceFile } from './source-file.ts';

function createFile(text: string | Uint8Array, name = 'api.yaml'): SourceFile {
  return new SourceFile(name, typeof text === 'string' ? new TextEncoder().encode(text) : text);
}

test.each([
  ['#/a', 1, 1],
  ['#/a/b', 2, 3],
  ['#/a/b/0', 3, 7],
  ['#/a/b/0/minLength', 3, 7],
  ['#/c~1d', 5, 1],
  ['#/e', 1, 1],
])('%s is at %i:%i', (pointer, line, column) => {
  const file = createFile("a:\n  b:\n    - 'x'\r\n\nc/d: 1\n");
  expect(file.locate(pointer)).toMatchObject({ file: 'api.yaml', pointer, line, column });
});

test('an excerpt shows the line and the column, cut where the line is long', () => {
  const file = createFile("a:\n  b: 'x'\r\n");
  expect(file.locate('#/a/b').excerpt).toBe("  b: 'x'\n  ^");
  const long = createFile(`{"x":"${'y'.repeat(300)}","a\\u0007":1,"z":"${'y'.repeat(300)}"}`, 'api.json');
  const [text = '', caret = ''] = long.locate('#/z').excerpt?.split('\n') ?? [];
  expect([text.length, text.slice(caret.length - 1, caret.length + 2)]).toEqual([120, '"z"']);
});

test('findings of the text have a position', () => {
  expect(createFile('{\n  "a": 1,\n  "a": 2\n}', 'api.json').problems).toMatchObject([
    { file: 'api.json', line: 3, column: 3, pointer: '#/a' },
  ]);
});

test('a byte order mark is not part of the text', () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0x3a, 0x20, 0x31);
  expect(createFile(bytes).value).toEqual({ a: 1 });
});

test.each([
  ['UTF-16 with a mark', Uint8Array.of(0xff, 0xfe, 0x61, 0), 1],
  ['UTF-16', Uint8Array.of(0, 0x61, 0, 0x3a), 1],
  ['Latin-1', Uint8Array.of(0x61, 0x3a, 0x20, 0xe9), 4],
])('%s is reported', (_name, bytes, column) => {
  expect(createFile(bytes).problems).toMatchObject([{ line: 1, column, repair: 'Save it as UTF-8.' }]);
});

test('a file with bytes that no text has looks binary', () => {
  const image = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0);
  const message = 'The file must be UTF-8 (it looks like UTF-16, UTF-32 or binary).';
  expect(createFile(image).problems).toMatchObject([{ line: 1, column: 1, message }]);
});

test('a replacement character in the text is not reported as a wrong encoding', () => {
  expect(createFile('a: \uFFFD').problems).toEqual([]);
});
