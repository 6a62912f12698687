import { expect, test } from 'vitest';
import { findKind, nameSchema } from './schema-name.ts';

test.each<[string, string]>([
  ['#/components/schemas/Pet', 'Pet'],
  ['#/components/schemas/Pet/properties/owner_name', 'PetOwnerName'],
  ['#/components/schemas/Pet/properties/items/items', 'PetItemsItem'],
  ['#/components/schemas/Pet/properties/schema', 'PetSchema'],
  ['#/components/schemas/Pet/allOf/1/properties/tag', 'PetTag'],
  ['#/components/schemas/Pet/additionalProperties', 'PetValue'],
  ['#/components/responses/NotFound/content/application~1json/schema', 'NotFound'],
  ['#/paths/~1pets~1{id}/get/responses/200/content/text~1event-stream/schema', 'GetPetsId200'],
  ['#/paths/~1pets/post/requestBody/content/application~1json/schema', 'PostPetsBody'],
  ['#/components/schemas/%25', 'Schema'],
  ['#', 'Schema'],
])('names %s %s', (pointer, name) => {
  expect(nameSchema(pointer)).toBe(name);
});

test('a name begins with that of the operation', () => {
  expect(nameSchema('#/responses/200/content/application~1json/schema/properties/data', 'list_pets')).toBe(
    'ListPets200Data',
  );
});

test.each([
  ['#/components/responses/NotFound/content/application~1json/schema', 'Response'],
  ['#/components/requestBodies/Pet/content/application~1json/schema', 'Body'],
  ['#/components/parameters/Limit/schema', 'Parameter'],
  ['#/components/headers/Limit/schema', 'Header'],
  ['#/components/schemas/Pet', 'Model'],
])('the kind of %s is %s', (pointer, kind) => {
  expect(findKind(pointer)).toBe(kind);
});
