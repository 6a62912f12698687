import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { canonical, getName, isProse, sortedJson } from './canonical.ts';
import { readNode } from './shape.ts';

function read(schema: JsonObject, others: JsonObject = {}) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { ...others, A: schema } },
  };
  return readNode(readModel(document, 'a.json'), { schema, pointer: '#/components/schemas/A' });
}

const TEXT = { type: 'string' };
const REF = { $ref: '#/components/schemas/B' };

test.each<[title: string, schema: JsonObject, text: string]>([
  ['orders keywords', { type: 'string', maxLength: 3 }, '{"maxLength":3,"type":"string"}'],
  ['omits prose', { description: 'A.', title: 'T', 'x-a': 1, ...TEXT }, '{"type":"string"}'],
  ['follows references', { items: REF }, '{"items":{"type":"string"}}'],
  ['follows a reference itself', REF, '{"type":"string"}'],
  ['keeps keywords next to a reference', { ...REF, minLength: 1 }, '{$ref:{"type":"string"},"minLength":1}'],
  ['orders properties', { properties: { b: {}, a: TEXT } }, '{"properties":{"a":{"type":"string"},"b":{}}}'],
  [
    'keeps the order of alternatives',
    { anyOf: [TEXT, { type: 'null' }] },
    '{"anyOf":[{"type":"string"},{"type":"null"}]}',
  ],
])('%s: %j', (_title, schema, text) => {
  expect(canonical(read(schema, { B: TEXT }))).toBe(text);
});

test('writes a recursive schema with its distance to itself', () => {
  const schema = { properties: { child: { $ref: '#/components/schemas/A' } } };
  expect(canonical(read(schema))).toContain('↺');
});

test('equal meanings have equal texts, different ones do not', () => {
  const write = (schema: JsonObject) => canonical(read(schema, { B: TEXT }));
  expect(write({ items: REF })).toBe(write({ items: TEXT }));
  expect(write({ items: REF })).not.toBe(write({ items: { type: 'number' } }));
});

test.each([
  ['description', true],
  ['x-internal', true],
  ['default', false],
  ['readOnly', false],
])('%s is for people: %s', (keyword, expected) => {
  expect(isProse(keyword)).toBe(expected);
});

test.each<[JsonObject, string | undefined]>([
  [REF, 'B'],
  [{ title: 'Thing' }, 'Thing'],
  [{}, undefined],
])('the name of %j is %s', (schema, name) => {
  expect(getName(read(schema, { B: TEXT }))).toBe(name);
});

test('writes the members of objects in the order of their names, at every depth', () => {
  expect(sortedJson([{ b: 1, a: { d: 1, c: [{ f: 1, e: 1 }] } }])).toBe(
    '[{"a":{"c":[{"e":1,"f":1}],"d":1},"b":1}]',
  );
});
