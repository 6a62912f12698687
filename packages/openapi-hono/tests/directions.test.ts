// The effect of readOnly and writeOnly depends on the direction: components as they are written decide as JSON Schema
// does, and have variants for requests and for responses.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { compileFolder, documentWith, generateIntoFolder } from './generate-into-folder.ts';

const PET = { $ref: '#/components/schemas/Pet' };
const folder = await generateIntoFolder(
  documentWith({
    Id: { type: 'integer', readOnly: true },
    Pet: {
      type: 'object',
      required: ['id', 'name', 'secret'],
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        name: { type: 'string' },
        secret: { allOf: [{ type: 'string' }], writeOnly: true },
        age: { type: 'integer', default: 1 },
        friends: { type: 'array', items: PET },
      },
      additionalProperties: false,
    },
    Store: { type: 'object', required: ['pet'], properties: { pet: PET } },
    Dog: { allOf: [PET, { required: ['id', 'bark'], properties: { bark: { type: 'boolean' } } }] },
    // Neither refers to itself, so only the direction distinguishes their variants.
    Ticket: {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, seat: { type: 'integer', default: 1 } },
    },
    Card: {
      unevaluatedProperties: false,
      anyOf: [
        {
          properties: { number: { type: 'string' }, cvc: { type: 'string', writeOnly: true } },
          required: ['number', 'cvc'],
        },
        { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] },
      ],
    },
    // The discriminant is read-only, so a request may omit it.
    Cat: {
      type: 'object',
      required: ['kind', 'meow'],
      properties: { kind: { const: 'cat', readOnly: true }, meow: { type: 'string' } },
    },
    Fish: {
      type: 'object',
      required: ['kind', 'fins'],
      properties: { kind: { const: 'fish', readOnly: true }, fins: { type: 'integer' } },
    },
    Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Fish' }] },
    Plain: { type: 'object', properties: { a: { type: 'string' } } },
  }),
);
const output = await compileFolder(folder);
const generated: Record<string, z.ZodType> = await import(join(folder.path, 'schemas.ts'));

afterAll(() => folder[Symbol.asyncDispose]());

test('only components that a direction makes a difference to have variants', () => {
  const variants = Object.keys(generated).filter((name) => /Request$|Response$/.test(name));
  expect(variants.sort()).toEqual([
    'AnimalRequest',
    'CardResponse',
    'CatRequest',
    'DogRequest',
    'DogResponse',
    'FishRequest',
    'PetRequest',
    'PetResponse',
    'StoreRequest',
    'StoreResponse',
    'TicketRequest',
  ]);
  expect(output).toBe('');
});

test.each([
  ['Pet', { id: 1, name: 'a', secret: 's' }, { id: 1, name: 'a', secret: 's', age: 1 }],
  ['Pet', { name: 'a', secret: 's' }, undefined],
  ['PetRequest', { name: 'a', secret: 's' }, { name: 'a', secret: 's', age: 1 }],
  ['PetRequest', { id: 'any', name: 'a', secret: 's' }, { name: 'a', secret: 's', age: 1 }],
  ['PetRequest', { name: 'a' }, undefined],
  ['PetRequest', { name: 'a', secret: 's', other: 1 }, undefined],
  ['Animal', { meow: 'm' }, undefined],
  ['Animal', { kind: 'cat', meow: 'm' }, { kind: 'cat', meow: 'm' }],
  ['AnimalRequest', { meow: 'm' }, { meow: 'm' }],
  ['AnimalRequest', { kind: 'fish', meow: 'm' }, { meow: 'm' }],
  ['AnimalRequest', { meow: 'm', fins: 2 }, undefined],
  ['PetResponse', { id: 1, name: 'a' }, { id: 1, name: 'a', age: 1 }],
  ['PetResponse', { id: 1, name: 'a', secret: 's' }, undefined],
  ['PetResponse', { name: 'a' }, undefined],
  [
    'StoreRequest',
    { pet: { id: 1, name: 'a', secret: 's', age: 2 } },
    { pet: { name: 'a', secret: 's', age: 2 } },
  ],
  ['StoreResponse', { pet: { id: 1, name: 'a', secret: 's' } }, undefined],
  ['Ticket', { id: 7 }, { id: 7, seat: 1 }],
  ['TicketRequest', { id: 'any' }, { seat: 1 }],
  ['Card', { number: '1', cvc: '2' }, { number: '1', cvc: '2' }],
  ['CardResponse', { number: '1' }, { number: '1' }],
  ['CardResponse', { number: '1', cvc: '2' }, undefined],
  ['PetRequest', pet({ friends: [pet({ id: 2 })] }), { ...pet(), age: 1, friends: [{ ...pet(), age: 1 }] }],
])('%s of %j is %j', (name, value, expected) => {
  const before = structuredClone(value);
  expect(generated[name]?.safeParse(value).data).toEqual(expected);
  expect(value).toEqual(before);
});

test('a part of allOf may require what another one declares as readOnly', () => {
  const dog = { name: 'a', secret: 's', bark: true };
  // Pet is closed, so a dog cannot have `bark`. Missing members are reported nevertheless.
  const listMissing = (name: string) =>
    generated[name]?.safeParse(dog).error?.issues.map(({ path }) => path.join('.'));
  expect(listMissing('Dog')).toContain('id');
  expect(listMissing('DogRequest')).not.toContain('id');
});

function pet(more: object = {}) {
  return { name: 'a', secret: 's', ...more };
}
