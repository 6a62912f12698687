import { type JsonValue, readModel, type Schema } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { survivesEncoding } from './survives-encoding.ts';

function survives(type: string, schema: Schema, value: JsonValue): boolean {
  const post = { requestBody: { content: { [type]: { schema } } }, responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { post } } };
  const validators = new ExactValidators(readModel(document, 'a.json'));
  const mediaType = validators.model.operations[0]?.requestBody?.content[0];
  if (!mediaType?.schema) throw new Error('The document has no body with a schema.');
  const space = new SchemaSpace(validators, 'request');
  return survivesEncoding(space, mediaType, { value, isValid: space.accepts(mediaType.schema, value) });
}

const FORM = 'multipart/form-data';
const URL_ENCODED = 'application/x-www-form-urlencoded';
const SIZE: Schema = { type: 'object', properties: { size: { type: 'integer', maximum: 9 } } };
const NAME: Schema = { type: 'string', maxLength: 3 };
const NAMED: Schema = { type: 'object', properties: { name: NAME } };
const TEXTS: Schema = { type: 'array', items: { type: 'string' } };
const MANY: Schema = {
  type: 'object',
  required: ['langs'],
  properties: {
    langs: TEXTS,
    meta: { type: 'object', properties: { title: { type: 'string' } } },
    ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, TEXTS])),
  },
};
const OTHERS = { a: ['1'], b: ['2'], c: ['3'], d: ['4'], e: ['5'], f: ['6'] };

test.each<[type: string, schema: Schema, value: JsonValue, expected: boolean]>([
  ['application/json', SIZE, { size: '5' }, true],
  ['application/json', MANY, { langs: [] }, true],
  [URL_ENCODED, SIZE, { size: '5' }, false],
  [URL_ENCODED, SIZE, { size: 'x' }, true],
  [URL_ENCODED, NAMED, { name: {} }, false],
  [URL_ENCODED, NAMED, { name: { a: 1 } }, true],
  [URL_ENCODED, NAMED, { name: 'abcd' }, true],
  [FORM, SIZE, { size: 10 }, true],
  [FORM, { type: 'object', properties: { size: { type: ['boolean', 'null'] } } }, { size: null }, false],
  [FORM, MANY, { langs: [0], ...OTHERS }, false],
  [FORM, MANY, { langs: 7, ...OTHERS }, false],
  [FORM, MANY, { langs: ['en'], meta: [{ title: 'a' }], ...OTHERS }, false],
  [FORM, MANY, { langs: ['en'], meta: [1, 2], ...OTHERS }, true],
  [FORM, MANY, { langs: ['en'], ...OTHERS }, true],
  [FORM, MANY, { langs: [], ...OTHERS }, false],
  ['text/plain', NAME, 'abcd', true],
  ['text/plain', NAME, 7, false],
  ['application/octet-stream', NAME, 'a', true],
  ['application/octet-stream', NAME, '', false],
])('%s: a body of %j that is %j keeps its validity: %s', (type, schema, ...[value, expected]) => {
  expect(survives(type, schema, value)).toBe(expected);
});
