import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-values';
import { expect, test } from 'vitest';
import { createDocument } from '../../../tests/serve.ts';
import { findItems } from './find-items.ts';

const THING = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array' } } };
const MAP = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Thing' } };

function find(value: JsonValue, schema: JsonValue) {
  const content = { 'application/json': { schema } };
  const get = { responses: { 200: { description: 'It.', content } } };
  const document = createDocument({ '/things': { get } }, { components: { schemas: { Thing: THING } } });
  const validators = new ExactValidators(readModel(document, 'document.json'));
  const [operation] = validators.model.operations;
  if (!operation) throw new Error('The document has no operation.');
  const exchange = { operation, response: { status: 200 }, body: { kind: 'json', value } };
  return findItems(exchange as never, new SchemaSpace(validators, 'response'));
}

const [first, second] = [{ name: 'x', tags: [] }, { name: 'y' }];
const inArray = [first, second].map((value) => ({ key: undefined, value }));
const inMap = [
  { key: 'a', value: first },
  { key: 'b', value: second },
];

test.each<[value: JsonValue, schema: JsonValue, items: unknown]>([
  [[first, second], true, inArray],
  [{ total: 2, items: [first, second] }, true, inArray],
  [{ data: { items: [first, second] } }, true, inArray],
  [{ warnings: [], things: [first, second] }, true, inArray],
  [{ tags: ['x'], rows: [first, second] }, true, inArray],
  [{ tags: [], rows: [] }, true, []],
  [{ a: first, b: second }, MAP, inMap],
  [{ a: first, b: second }, { type: 'object', patternProperties: { '^.$': THING } }, inMap],
  [{ data: { a: first, b: second } }, { type: 'object', properties: { data: MAP } }, inMap],
  [{}, MAP, []],
  [{ a: 1 }, { type: 'object', additionalProperties: { type: 'integer' } }, undefined],
  [first, { $ref: '#/components/schemas/Thing' }, []],
  [first, { ...THING, additionalProperties: THING }, []],
])('the items of %j, which %j describes, are %j', (value, schema, items) => {
  expect(find(value, schema)).toEqual(items);
});
