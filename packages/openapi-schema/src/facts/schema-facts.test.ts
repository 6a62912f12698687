import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createSubject } from '../../tests/create-subject.ts';
import { findBytesType, listApplied, listKeyword } from './schema-facts.ts';

const BINARY = { type: 'string', format: 'binary' };
const IMAGE = { contentMediaType: 'image/png' };

function readSubject(schema: JsonObject) {
  const { graph, located } = createSubject(schema, { others: { Image: IMAGE } });
  return graph.node(located);
}

test.each<[JsonObject, string | undefined]>([
  [IMAGE, 'image/png'],
  [{ $ref: '#/components/schemas/Image' }, 'image/png'],
  [{ allOf: [{ description: 'A cover' }, IMAGE] }, 'image/png'],
  [BINARY, 'application/octet-stream'],
  [{ ...IMAGE, contentEncoding: 'base64' }, undefined],
  [{ contentMediaType: 'application/json' }, undefined],
  [{ type: 'string' }, undefined],
  [{ oneOf: [IMAGE, { type: 'null' }] }, undefined],
])('the bytes of %j are %s', (schema, expected) => {
  expect(findBytesType(readSubject(schema))).toBe(expected);
});

test.each([
  ['maxLength', [5, 7]],
  ['pattern', []],
  ['required', [['a'], []]],
] as const)('the values of %s in schemas that hold together are %j', (name, expected) => {
  const schema = { maxLength: 5, required: ['a'], allOf: [{ maxLength: 7 }] };
  expect(listKeyword(listApplied(readSubject(schema)), name)).toEqual(expected);
});
