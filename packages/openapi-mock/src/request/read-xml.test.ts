import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { SchemaGraph } from '@keyframe/openapi-schema';
import { expect, test } from 'vitest';
import { writeXml } from '../response/write-xml.ts';
import { parseXml } from './parse-xml.ts';
import { readXml } from './read-xml.ts';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const list = (items: JsonObject, xml?: JsonObject): JsonObject => ({
  type: 'array',
  items,
  ...(xml && { xml }),
});

function readNode(schema: JsonObject) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    components: { schemas: { A: schema } },
  };
  return new SchemaGraph(readModel(document, 'a.json')).node({ schema, pointer: '#/components/schemas/A' });
}

function read(source: string, schema: JsonObject): JsonValue | undefined {
  const element = parseXml(source);
  return element && readXml(element, [readNode(schema)]);
}

test.each<[schema: JsonObject, value: JsonValue]>([
  [object({ v: INTEGER, w: TEXT, x: { type: 'boolean' } }), { v: 3, w: '<3>', x: true }],
  [
    object({ id: { ...INTEGER, xml: { attribute: true } }, name: { ...TEXT, xml: { name: 'Name' } } }),
    { id: 1, name: 'a' },
  ],
  [object({ tag: list(TEXT) }), { tag: ['a', 'b'] }],
  [object({ tags: list({ ...TEXT, xml: { name: 'tag' } }, { wrapped: true }) }), { tags: ['a'] }],
  [object({ tags: list({ ...TEXT, xml: { name: 'tag' } }, { wrapped: true, name: 'Tags' }) }), { tags: [] }],
  [object({ items: list(object({ n: INTEGER }), { wrapped: true }) }), { items: [{ n: 1 }, { n: 2 }] }],
  [
    object({
      text: { ...TEXT, xml: { nodeType: 'text' } },
      lang: { ...TEXT, xml: { nodeType: 'attribute' } },
    }),
    { text: 'a', lang: 'de' },
  ],
  [object({ a: { ...object({ b: TEXT }), xml: { prefix: 'p', namespace: 'urn:x' } } }), { a: { b: 'c' } }],
  [object({ a: { type: ['string', 'null'] } }), { a: null }],
  [list(object({ n: INTEGER })), [{ n: 1 }, { n: 2 }]],
  [INTEGER, 5],
])('with the schema %j, reads %j as it was written', (schema, value) => {
  expect(read(writeXml(value, readNode(schema)), schema)).toEqual(value);
});

test.each<[source: string, schema: JsonObject, value: JsonValue]>([
  ['<a><v>x</v></a>', object({ v: INTEGER }), { v: 'x' }],
  ['<a><other>1</other></a>', object({ v: INTEGER }), { other: '1' }],
  ['<a/>', object({ v: INTEGER }), {}],
])('reads %s with the schema %j as %j, which the schema decides on', (source, schema, value) => {
  expect(read(source, schema)).toEqual(value);
});
