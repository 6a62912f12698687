import { expect, test } from 'vitest';
import type { Offsets } from './parse-finding.ts';
import { parseYaml } from './parse-yaml.ts';

test.each<[string, unknown]>([
  [
    'a: [1, -2.5, 1e3, 0x10, 0o17, .5, ~, true, FALSE, yes, 2020-01-01, "1", \'2\']',
    {
      a: [1, -2.5, 1000, 16, 15, 0.5, null, true, false, 'yes', '2020-01-01', '1', '2'],
    },
  ],
  ['200: ok\n1.0: b\ntrue: c\nnull: d', { '200': 'ok', '1.0': 'b', true: 'c', null: 'd' }],
  ['a: !!str 5\nb: !!float 5\nc: !!map {}\nd: ! x', { a: '5', b: 5, c: {}, d: 'x' }],
  ['a: |\n  one\n  two\nb: >-\n  one\n  two', { a: 'one\ntwo\n', b: 'one two' }],
  ['a: &x { b: [1] }\nc: *x', { a: { b: [1] }, c: { b: [1] } }],
  [
    'a: &x { b: 1, c: 1 }\nd: { c: 2, <<: *x }\ne: { <<: [{ c: 3 }, *x], b: 4 }',
    {
      a: { b: 1, c: 1 },
      d: { c: 2, b: 1 },
      e: { c: 3, b: 4 },
    },
  ],
  ['&k a: 1\nb: *k\n*k : 2', { a: 2, b: 'a' }],
  ['{"a": "\\u00e9\\/", "b": []}', { a: 'é/', b: [] }],
  ['- a\n- b: 1\n  c:', ['a', { b: 1, c: null }]],
])('%s', (text, value) => {
  const parsed = parseYaml(text);
  expect(parsed.value).toEqual(value);
});

test.each<[string, string, unknown]>([
  ['a brace at the column of its key', 'a:\n  b: {\n    c: 1\n  }\n  d: 2', { a: { b: { c: 1 }, d: 2 } }],
  [
    'brackets inside of one another',
    'a:\n  b: [\n  {\n  c: [1,\n  2]\n  }\n  ]',
    { a: { b: [{ c: [1, 2] }] } },
  ],
  ['a double-quoted text', 'a:\n  b: "one \\"\n  two"\n  c: 1', { a: { b: 'one " two', c: 1 } }],
  ['a single-quoted text', "a:\n  b: 'it''s\nnot'\n  c: 1", { a: { b: "it's not", c: 1 } }],
  [
    'text with brackets',
    'a:\n  b: {\n    # ] }\n    c: "]}",\n    d: x y\n  }',
    { a: { b: { c: ']}', d: 'x y' } } },
  ],
  ['lines of a list', '- a: [\n  1\n  ]\n- b: {\r\n  }', [{ a: [1] }, { b: {} }]],
])('reads %s that is indented less than YAML wants', (_name, text, value) => {
  expect(parseYaml(text)).toEqual({ value, findings: [] });
});

test('locates what follows an indented line as it was written', () => {
  const text = 'a:\n  b: {\n    c: 1\n  }\n  d: {\n  e: 1,\n  e: 2\n  }\n  f: .inf';
  const offsets: Offsets = new Map();
  const { findings } = parseYaml(text, offsets);
  const written = (offset = -1) => text.slice(offset, offset + 5);
  expect(findings.map(({ offset, pointer }) => [pointer, written(offset)])).toEqual([
    ['#/a/d/e', 'e: 2\n'],
    ['#/a/f', '.inf'],
  ]);
  expect(written(offsets.get('#/a/d'))).toBe('d: {\n');
});

test('rejects a collection that is never closed in bounded time', () => {
  const text = `${'a:\n  b: {\n  }\n'.repeat(2000)}c: {\n`;
  expect(parseYaml(text).findings).toHaveLength(1);
});

test('members that every object inherits are ordinary ones', () => {
  const { value } = parseYaml('a: &x { __proto__: 1 }\nb: *x\nc: { <<: *x, constructor: 2 }');
  expect(JSON.stringify(value)).toBe(
    '{"a":{"__proto__":1},"b":{"__proto__":1},"c":{"__proto__":1,"constructor":2}}',
  );
});

test('records the position of every member and item', () => {
  const text = "a:\n  - 1\n  - 'b/': x\nc: &d { e: 1 }\nf: *d\n";
  const offsets: Offsets = new Map();
  parseYaml(text, offsets);
  const begins = [...offsets].map(([pointer, offset]) => [pointer, text.slice(offset, offset + 2)]);
  expect(begins).toEqual([
    ['#', 'a:'],
    ['#/a', 'a:'],
    ['#/a/0', '1\n'],
    ['#/a/1', "'b"],
    ['#/a/1/b~1', "'b"],
    ['#/c', 'c:'],
    ['#/c/e', 'e:'],
    ['#/f', 'f:'],
  ]);
});

test.each([
  ['a: 1\nb: 2\na: 3', 10, '#/a', 'Duplicate key "a"'],
  ['a:\n\t- b', 3, '#', 'Invalid YAML: tab characters must not be used in indentation.'],
  ['a: [1', 5, '#', 'Invalid YAML: unexpected end of the stream within a flow collection.'],
  ['a: 1\n---\nb: 2', 13, '#', 'The file must contain one YAML document.'],
  ['# nothing', 0, '#', 'The file is empty.'],
  ['a: *b', 4, '#/a', 'The alias *b has no anchor before it.'],
  ['a: &b [*b]', 8, '#/a/0', 'The alias *b is inside the value of its own anchor.'],
  ['a: &b 1\nc: &b { d: *b }', 20, '#/c/d', 'The alias *b is inside the value of its own anchor.'],
  ['a: .inf', 3, '#/a', '.inf has no equivalent in JSON.'],
  ['a: 1e999', 3, '#/a', '1e999 has no equivalent in JSON.'],
  ['a: !!binary aGk=', 12, '#/a', '!!binary aGk= has no equivalent in JSON.'],
  ['a: !!int x', 9, '#/a', '!!int x has no equivalent in JSON.'],
  ['a: !!set {b}', 9, '#/a', 'The tag !!set does not match the value.'],
  ['? [a]\n: 1', 2, '#', 'The name of a member must be a string.'],
  ['<<: 1', 0, '#', 'A merge key << must be an object or an array of objects.'],
])('%s is reported at %i', (text, ...finding) => {
  expect(parseYaml(text).findings.map(({ offset, pointer, message }) => [offset, pointer, message])).toEqual([
    finding,
  ]);
});

test('aliases of aliases do not fill the memory', () => {
  const lines = Array.from(
    { length: 30 },
    (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`,
  );
  const { findings } = parseYaml(`a0: &a0 [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}`);
  expect(findings.map(({ message }) => message)).toEqual(['Aliases expand to more than 500000 values.']);
});

test.each([
  ['lists', `a: ${'['.repeat(100_000)}`],
  [
    'aliases',
    `a0: &a0 [x]\n${Array.from({ length: 300 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}]`).join('\n')}`,
  ],
])('nesting of %s is bounded', (_name, text) => {
  expect(parseYaml(text).findings[0]?.message).toMatch(/deeper than 200|maxDepth \(200\)/);
});
