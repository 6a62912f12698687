import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { compileAcceptors } from '../../tests/compile-acceptors.ts';
import { ExactValidators } from '../validators/exact-validators.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const withKind = (member: string, kind: JsonObject = { type: 'string' }) => ({
  type: 'object',
  required: ['kind', member],
  properties: { kind, [member]: { type: 'integer' } },
});
const CAR = withKind('doors');
const BIKE = withKind('gears');
const PARENT = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
const heir = (parent: string, member: string) => ({
  allOf: [ref(parent), { type: 'object', required: [member], properties: { [member]: { type: 'integer' } } }],
});
const union = (discriminator: JsonObject, keyword = 'oneOf') => ({
  [keyword]: [ref('Car'), ref('Bike')],
  discriminator: { propertyName: 'kind', ...discriminator },
});
const MAPPING = { mapping: { car: '#/components/schemas/Car', auto: 'Car', bike: ref('Bike').$ref } };

interface Row {
  title: string;
  version?: string;
  schemas: JsonObject;
  schema: JsonObject;
  accepts: JsonValue[];
  rejects: JsonValue[];
}

const ROWS: Row[] = [
  {
    title: 'names of components are the constants of a union',
    schemas: { Car: CAR, Bike: BIKE },
    schema: union({}),
    accepts: [
      { kind: 'Car', doors: 2 },
      { kind: 'Bike', gears: 3 },
    ],
    rejects: [
      { kind: 'car', doors: 2 },
      { kind: 'Bike', doors: 2 },
    ],
  },
  {
    title: 'a mapping replaces names, by references and names of components',
    version: '3.0.3',
    schemas: { Car: CAR, Bike: BIKE },
    schema: union(MAPPING, 'anyOf'),
    accepts: [
      { kind: 'car', doors: 2 },
      { kind: 'auto', doors: 2 },
      { kind: 'bike', gears: 3 },
    ],
    rejects: [
      { kind: 'Car', doors: 2 },
      { kind: 'car', gears: 3 },
    ],
  },
  {
    title: 'the property is required and may be undeclared',
    schemas: { Car: { type: 'object', properties: { doors: { type: 'integer' } } }, Bike: BIKE },
    schema: union(MAPPING),
    accepts: [{ kind: 'car' }],
    rejects: [{ doors: 2 }, {}],
  },
  {
    title: 'constants of a schema win over its name and over the mapping',
    schemas: {
      Car: withKind('doors', { enum: ['auto', 'limousine'] }),
      Bike: withKind('gears', { const: 'b' }),
    },
    schema: union(MAPPING),
    accepts: [
      { kind: 'auto', doors: 2 },
      { kind: 'limousine', doors: 2 },
      { kind: 'b', gears: 3 },
    ],
    rejects: [
      { kind: 'car', doors: 2 },
      { kind: 'bike', gears: 3 },
    ],
  },
  {
    title: 'a schema outside of a union has the constants of all unions that name it',
    schemas: {
      Car: CAR,
      Bike: BIKE,
      First: union({ mapping: { c: 'Car' } }),
      Second: union({ mapping: { car: 'Car' } }),
    },
    schema: { type: 'object', properties: { car: ref('Car'), first: ref('First') } },
    accepts: [
      { car: { kind: 'c', doors: 2 } },
      { car: { kind: 'car', doors: 2 } },
      { first: { kind: 'c', doors: 2 } },
    ],
    rejects: [{ car: { kind: 'Car', doors: 2 } }, { first: { kind: 'car', doors: 2 } }],
  },
  {
    title: 'a property that is used elsewhere by a reference has its constant in one schema only',
    schemas: {
      Car: CAR,
      Bike: withKind('gears', ref('Car/properties/kind')),
    },
    schema: union({}),
    accepts: [
      { kind: 'Car', doors: 2 },
      { kind: 'Bike', gears: 3 },
    ],
    rejects: [{ kind: 'Car', gears: 3 }],
  },
  {
    title: 'a property that is not a text, or not allowed, keeps its schema',
    schemas: {
      Car: withKind('doors', { type: 'integer' }),
      Bike: { type: 'object', properties: { gears: { type: 'integer' } }, additionalProperties: false },
    },
    schema: union({}),
    accepts: [{ kind: 1, doors: 2 }, { gears: 3 }],
    rejects: [{ kind: 'Car', doors: 2 }],
  },
  {
    title: 'the schema of all other values has no constant',
    version: '3.2.0',
    schemas: { Car: CAR, Bike: BIKE },
    schema: union({ ...MAPPING, defaultMapping: 'Bike' }),
    accepts: [
      { kind: 'car', doors: 2 },
      { kind: 'tandem', gears: 3 },
    ],
    rejects: [{ kind: 'train', doors: 2 }],
  },
  {
    title: 'a schema with heirs is one of them',
    schemas: {
      Vehicle: { ...PARENT, discriminator: { propertyName: 'kind', mapping: { bike: ref('Bike').$ref } } },
      Car: heir('Vehicle', 'doors'),
      Bike: heir('Vehicle', 'gears'),
    },
    schema: { type: 'array', items: ref('Vehicle') },
    accepts: [
      [
        { kind: 'Car', doors: 2 },
        { kind: 'bike', gears: 3 },
      ],
    ],
    rejects: [[{ kind: 'Vehicle' }], [{ kind: 'bike', doors: 2 }], [{ kind: 'Bike', gears: 3 }]],
  },
  {
    title: 'a schema with heirs keeps the constants that no heir has',
    schemas: {
      Vehicle: {
        ...PARENT,
        properties: { kind: { enum: ['Car', 'other'] } },
        discriminator: { propertyName: 'kind' },
      },
      Car: heir('Vehicle', 'doors'),
    },
    schema: ref('Vehicle'),
    accepts: [{ kind: 'Car', doors: 2 }, { kind: 'other' }],
    rejects: [{ kind: 'Car' }, { kind: 'Vehicle' }],
  },
  {
    title: 'an heir has its constant, or that of an heir of its own',
    schemas: {
      Vehicle: { ...PARENT, discriminator: { propertyName: 'kind' } },
      Car: heir('Vehicle', 'doors'),
      Taxi: heir('Car', 'seats'),
    },
    schema: { type: 'object', properties: { car: ref('Car'), taxi: ref('Taxi') } },
    accepts: [{ car: { kind: 'Car', doors: 2 } }, { car: { kind: 'Taxi', doors: 2, seats: 4 } }],
    rejects: [{ car: { kind: 'Taxi', doors: 2 } }, { taxi: { kind: 'Car', doors: 2, seats: 4 } }],
  },
  {
    title: 'a wrapper of one schema is no heir',
    schemas: {
      Vehicle: { ...PARENT, discriminator: { propertyName: 'kind' } },
      Car: heir('Vehicle', 'doors'),
    },
    schema: { type: 'object', properties: { vehicle: { allOf: [ref('Vehicle')], description: 'Any.' } } },
    accepts: [{ vehicle: { kind: 'Car', doors: 2 } }],
    rejects: [{ vehicle: { kind: 'Vehicle' } }],
  },
];

test.for(ROWS)('$title', ({ version = '3.1.1', schemas, schema, accepts, rejects }) => {
  const content = { 'application/json': { schema } };
  const document = {
    openapi: version,
    info: { title: 'a', version: '1' },
    paths: { '/a': { post: { requestBody: { content }, responses: { 200: { description: 'a' } } } } },
    components: { schemas },
  };
  const validators = new ExactValidators(readModel(document, 'a'));
  const body = validators.model.operations[0]?.requestBody?.content[0]?.schema;
  const [acceptor] = body ? validators.compile([validators.node(body, 'request')], 'request') : [];
  const accepted = [...accepts, ...rejects].filter((value) => acceptor?.(value));
  expect(accepted).toEqual(accepts);
});

test('schemas that are added have the location of the schema to which they belong', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    components: {
      schemas: {
        Car: { ...CAR, required: [] },
        Bike: heir('Vehicle', 'gears'),
        Vehicle: { ...PARENT, discriminator: { propertyName: 'kind' } },
        Any: { type: 'array', items: ref('Vehicle') },
        Union: union({}),
      },
    },
  };
  const validators = new ExactValidators(readModel(document, 'a'));
  const branch = '#/components/schemas/Union/oneOf/0';
  const findOrigin = (pointer: string) => validators.findOrigin(pointer);
  expect(['/allOf/0/required', ''].map((inner) => findOrigin(`${branch}${inner}`))).toEqual([branch, branch]);
  expect(findOrigin('#/components/schemas/AnyVehicle/anyOf/0')).toBe('#/components/schemas/Vehicle');
  expect(findOrigin('#/components/schemas/Bike/allOf/1/properties/kind')).toBe('#/components/schemas/Bike');
});

test('a schema of the caller is compiled with its discriminator', () => {
  const document = {
    openapi: '3.1.1',
    info: { title: 'a', version: '1' },
    components: { schemas: { Car: CAR, Bike: BIKE, Vehicle: union({}) } },
  };
  const model = readModel(document, 'a');
  const vehicle = model.schemas.get('Vehicle');
  const [accepts] = vehicle ? compileAcceptors(model, [vehicle]) : [];
  expect([accepts?.({ kind: 'Car', doors: 2 }), accepts?.({ kind: 'car', doors: 2 })]).toEqual([true, false]);
});
