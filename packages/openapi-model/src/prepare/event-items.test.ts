import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { describeEventData, IMPLIED_ITEMS } from './event-items.ts';

const OBJECT = { type: 'object', properties: { n: { type: 'integer' } } };
const EVENT = { type: 'object', properties: { event: { type: 'string' }, data: OBJECT } };
const DOCUMENT = {
  components: {
    schemas: { Tick: OBJECT, Text: { type: 'string' }, Circle: { $ref: '#/components/schemas/Circle' } },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each<[string, JsonObject, boolean]>([
  ['an object', { schema: OBJECT }, true],
  ['a referenced object', { schema: ref('Tick') }, true],
  ['properties without a type', { schema: { properties: {} } }, true],
  ['a list', { schema: { type: 'array', items: OBJECT } }, true],
  ['alternatives', { schema: { oneOf: [ref('Tick'), OBJECT] } }, true],
  ['a string', { schema: { type: 'string' } }, false],
  ['a referenced string', { schema: ref('Text') }, false],
  ['a string or null', { schema: { type: ['string', 'null'] } }, false],
  ['an object or a string', { schema: { anyOf: [ref('Tick'), ref('Text')] } }, false],
  ['anything', { schema: {} }, false],
  ['a reference to itself', { schema: ref('Circle') }, false],
  ['a reference to nothing', { schema: ref('None') }, false],
  ['no schema', {}, false],
])('a schema of %s describes the data of events: %j', (_name, media, expected) => {
  const { schema } = media;
  describeEventData(DOCUMENT, media);
  expect(media[IMPLIED_ITEMS] ?? false).toBe(expected);
  if (expected)
    expect(media['x-item-schema']).toMatchObject({ properties: { data: { contentSchema: schema } } });
});

test.each([
  ['data that is JSON', EVENT, { contentMediaType: 'application/json', contentSchema: OBJECT }],
  ['data that is text', { properties: { event: {}, data: ref('Text') } }, ref('Text')],
])('a schema of whole events with %s describes the items', (_name, event, data) => {
  const media: JsonObject = { schema: { oneOf: [event] } };
  describeEventData(DOCUMENT, media);
  expect(media['x-item-schema']).toMatchObject({ oneOf: [{ properties: { data } }] });
});

test('an item schema of the document has precedence', () => {
  const media = { schema: OBJECT, 'x-item-schema': EVENT };
  describeEventData(DOCUMENT, media);
  expect(media).toEqual({ schema: OBJECT, 'x-item-schema': EVENT });
});
