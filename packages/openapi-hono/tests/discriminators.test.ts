// Discriminators decide which bodies an operation accepts, as they do in clients, mocks and checks.
import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from '../src/index.ts';
import { ask, documentOfPaths, generated } from './mount.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withMember = (member: string, kind: JsonObject) => ({
  type: 'object',
  required: ['kind', member],
  properties: { kind, [member]: { type: 'integer' } },
});
const heir = (member: string) => ({
  allOf: [
    ref('Animal'),
    { type: 'object', required: [member], properties: { [member]: { type: 'integer' } } },
  ],
});

const SCHEMAS = {
  Car: withMember('doors', { type: 'string' }),
  Bike: withMember('gears', { type: 'string', const: 'bike' }),
  Vehicle: { oneOf: [ref('Car'), ref('Bike')], discriminator: { propertyName: 'kind' } },
  Animal: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', mapping: { cat: ref('Cat').$ref } },
  },
  Cat: heir('lives'),
  Dog: heir('bones'),
};

const body = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } });
const DOCUMENT = documentOfPaths(
  {
    '/vehicles': { post: { operationId: 'addVehicle', requestBody: body('Vehicle'), responses: {} } },
    '/animals': { post: { operationId: 'addAnimal', requestBody: body('Animal'), responses: {} } },
  },
  { components: { schemas: SCHEMAS } },
);
const app = (await generated(DOCUMENT)).mount();

test.each<[string, JsonObject, number]>([
  ['/vehicles', { kind: 'Car', doors: 2 }, 200],
  ['/vehicles', { kind: 'bike', gears: 3 }, 200],
  ['/vehicles', { kind: 'car', doors: 2 }, 400],
  ['/vehicles', { kind: 'Bike', gears: 3 }, 400],
  ['/vehicles', { kind: 'Train', doors: 2 }, 400],
  ['/animals', { kind: 'cat', lives: 9 }, 200],
  ['/animals', { kind: 'Dog', bones: 1 }, 200],
  ['/animals', { kind: 'Cat', lives: 9 }, 400],
  ['/animals', { kind: 'cat' }, 400],
  ['/animals', { kind: 'Bird' }, 400],
])('%s with %j is %i', async (path, value, status) => {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(app, path, { method: 'POST', headers, body: JSON.stringify(value) });
  expect(response.status).toBe(status);
});

test('types have the values of discriminators', () => {
  const files = generate(readModel(JSON.parse(JSON.stringify(DOCUMENT)), 'a'));
  const text = files.find(({ path }) => path === 'schemas.ts')?.text ?? '';
  const types = [...text.matchAll(/(?<=\bkind: )'\w+'|(?<=^export type Any\w+ = ).*/gm)].map(
    ([type]) => type,
  );
  expect(types.sort()).toEqual(["'Car'", "'Dog'", "'bike'", "'cat'", 'Cat | Dog;']);
});
