import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { ask } from './jobs-mock.ts';

const KIND = { type: 'string' };
const COUNT = { type: 'integer' };
const CAR = { type: 'object', required: ['kind', 'doors'], properties: { kind: KIND, doors: COUNT } };
const BIKE = { type: 'object', required: ['kind', 'gears'], properties: { kind: KIND, gears: COUNT } };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const UNION = { oneOf: [refer('Car'), refer('Bike')] };
const MAPPING = { car: refer('Car').$ref, bike: refer('Bike').$ref };
const extend = (schema: JsonObject) => ({ allOf: [refer('Vehicle'), schema] });

const DOCUMENTS: [string, JsonObject, string][] = [
  [
    'a mapping',
    {
      Vehicle: { ...UNION, discriminator: { propertyName: 'kind', mapping: MAPPING } },
      Car: CAR,
      Bike: BIKE,
    },
    'car',
  ],
  [
    'names of schemas',
    { Vehicle: { ...UNION, discriminator: { propertyName: 'kind' } }, Car: CAR, Bike: BIKE },
    'Car',
  ],
  [
    'a parent that others extend',
    {
      Vehicle: {
        type: 'object',
        required: ['kind'],
        properties: { kind: KIND },
        discriminator: { propertyName: 'kind' },
      },
      Car: extend(CAR),
      Bike: extend(BIKE),
    },
    'Car',
  ],
];

test.each(DOCUMENTS)('a discriminator with %s decides about values', async (...[, schemas, car]) => {
  const content = { 'application/json': { schema: refer('Vehicle') } };
  const mock = createMock({
    openapi: '3.0.3',
    info: { title: 'Vehicles', version: '1.0.0' },
    paths: {
      '/vehicles': {
        post: { requestBody: { content }, responses: { '200': { description: 'Added', content } } },
      },
      '/vehicle': { get: { responses: { '200': { description: 'One', content } } } },
    },
    components: { schemas },
  });
  const kinds = [car, car.replace(/car/i, (name) => (name === 'car' ? 'bike' : 'Bike'))];
  expect(kinds).toContain((await ask(mock, 'GET /vehicle')).body.kind);
  const sent = { kind: car, doors: 3 };
  expect((await ask(mock, 'POST /vehicles', { body: sent })).body).toEqual(sent);
  const { status, body } = await ask(mock, 'POST /vehicles', { body: { ...sent, kind: 'train' } });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('must be one of');
});
