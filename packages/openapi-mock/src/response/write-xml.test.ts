import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { readBody } from '@keyframe/openapi-resources';
import { expect, test } from 'vitest';
import { Schemas } from '../document/schemas.ts';
import { writeXml } from './write-xml.ts';

function write(schema: JsonObject, value: JsonValue): string {
  const schemas = new Schemas(
    readModel(
      {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        paths: {
          '/t': { get: { responses: { '200': { description: 'T', content: { 'text/xml': { schema } } } } } },
        },
        components: {
          schemas: { Tag: { type: 'string' }, Label: { type: 'string', xml: { name: 'label' } } },
        },
      },
      'test',
    ),
  );
  const media = schemas.model.operations[0]?.responses[0]?.content[0];
  return writeXml(value, readBody(schemas, media)).replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');
}

function wrap(property: JsonObject): JsonObject {
  return { type: 'object', properties: { p: property } };
}

const LIST = { type: 'array', items: { type: 'string' } };
const NAMED_ITEMS = { type: 'string', xml: { name: 'i' } };

test.each<[string, JsonObject, JsonValue, string]>([
  ['an object without a name', wrap({ type: 'string' }), { p: 'a<b' }, '<root><p>a&lt;b</p></root>'],
  ['a name', { ...wrap({ type: 'string' }), xml: { name: 'r' } }, { p: '1' }, '<r><p>1</p></r>'],
  ['the name of a component', { $ref: '#/components/schemas/Tag' }, 'a', '<Tag>a</Tag>'],
  ['a name of a property', wrap({ type: 'string', xml: { name: 'q' } }), { p: 'a' }, '<root><q>a</q></root>'],
  [
    'an attribute',
    wrap({ type: 'string', xml: { attribute: true, name: 'a' } }),
    { p: '"1"' },
    '<root a="&quot;1&quot;"/>',
  ],
  ['a node type', wrap({ type: 'string', xml: { nodeType: 'attribute' } }), { p: '1' }, '<root p="1"/>'],
  ['a text', wrap({ type: 'string', xml: { nodeType: 'text' } }), { p: 'a' }, '<root>a</root>'],
  [
    'a CDATA section',
    wrap({ type: 'string', xml: { nodeType: 'cdata' } }),
    { p: 'a]]>' },
    '<root><![CDATA[a]]]]><![CDATA[>]]></root>',
  ],
  [
    'a namespace with a prefix',
    wrap({ type: 'string', xml: { prefix: 's', namespace: 'urn:s' } }),
    { p: 'a' },
    '<root><s:p xmlns:s="urn:s">a</s:p></root>',
  ],
  [
    'a namespace without a prefix',
    { ...wrap({ type: 'string' }), xml: { namespace: 'urn:s' } },
    { p: 'a' },
    '<root xmlns="urn:s"><p>a</p></root>',
  ],
  ['a list', wrap(LIST), { p: ['a', 'b'] }, '<root><p>a</p><p>b</p></root>'],
  ['a list of named items', wrap({ ...LIST, items: NAMED_ITEMS }), { p: ['a'] }, '<root><i>a</i></root>'],
  [
    'a list whose own name has no effect',
    wrap({ ...LIST, items: NAMED_ITEMS, xml: { name: 'l' } }),
    { p: ['a'] },
    '<root><i>a</i></root>',
  ],
  ['a wrapped list', wrap({ ...LIST, xml: { wrapped: true } }), { p: ['a'] }, '<root><p><p>a</p></p></root>'],
  [
    'a wrapped list with a name',
    wrap({ ...LIST, xml: { wrapped: true, name: 'l' } }),
    { p: ['a'] },
    '<root><l><l>a</l></l></root>',
  ],
  [
    'a wrapped list with names',
    wrap({ ...LIST, items: NAMED_ITEMS, xml: { wrapped: true, name: 'l' } }),
    { p: ['a'] },
    '<root><l><i>a</i></l></root>',
  ],
  [
    'items of a component',
    wrap({ type: 'array', items: { $ref: '#/components/schemas/Label' } }),
    { p: ['a'] },
    '<root><label>a</label></root>',
  ],
  ['a list as the root', { type: 'array', items: NAMED_ITEMS }, ['a', 'b'], '<root><i>a</i><i>b</i></root>'],
  [
    'null',
    wrap({ type: ['string', 'null'] }),
    { p: null },
    '<root><p xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></root>',
  ],
  [
    'a member without a schema',
    { type: 'object' },
    { 'a b': { '1': true } },
    '<root><a_b><_1>true</_1></a_b></root>',
  ],
  ['characters that XML forbids', wrap({ type: 'string' }), { p: 'a\u0000b' }, '<root><p>ab</p></root>'],
])('%s', (...[, schema, value, expected]) => {
  expect(write(schema, value)).toBe(expected);
});
