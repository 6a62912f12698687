import { expect, test } from 'vitest';
import { SeedInvalidError } from '../src/seed-invalid-error.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

const REX = { id: '5', value: { id: 5, name: 'Rex', kind: 'dog' } };
const ofPets = <TPets extends readonly unknown[]>(...pets: TPets) => ({
  resources: { '/pets/{petId}': pets },
});

test.each([
  ['null', null, 'A seed must be an object.'],
  ['a list', [], 'A seed must be an object.'],
  ['resources in a list', { resources: [] }, '"resources" must be an object.'],
  [
    'an unknown path',
    { resources: { '/cats/{id}': [] } },
    'No resources are kept at /cats/{id} (known: /jobs/{id}',
  ],
  [
    'no list of a kind',
    { resources: { '/pets/{petId}': 'Rex' } },
    '"resources" of /pets/{petId} must be a list.',
  ],
  ['no object', ofPets(null), 'A resource of /pets/{petId} must be an object.'],
  ['an id that is no text', ofPets({ ...REX, id: null }), 'must have an "id", a text or a number.'],
  ['no value', ofPets({ id: '5' }), '"value" of A resource of /pets/{petId} must be an object.'],
  ['a parent that is no text', ofPets({ ...REX, parents: { owner: null } }), 'must be texts or numbers.'],
  [
    'a value against its schema',
    ofPets(REX, { id: '6', value: { id: 6 } }),
    'with the id 6: name: is required',
  ],
])('a seed with %s is rejected, and the world stays as it was', async (_, seed, message) => {
  const mock = createJobsMock();
  mock.seed(ofPets(REX));
  expect(() => mock.seed(seed as never)).toThrow(message);
  const body = JSON.stringify(seed);
  const response = await mock.fetch(
    new Request('http://mock.example/__mock/worlds/default', { method: 'PUT', body }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: expect.stringContaining(message) });
  expect(mock.export().resources).toEqual({ '/pets/{petId}': [{ ...REX, parents: {} }] });
});

test('the error of a seed has a code', () => {
  expect(() => createJobsMock().seed(ofPets({ id: '5', value: {} }))).toThrow(SeedInvalidError);
  expect(() => createJobsMock().seed(ofPets({ id: '5', value: {} }))).toThrow(
    expect.objectContaining({ code: 'seed_invalid' }),
  );
});

test('a seed of several worlds is not changed by one of them', async () => {
  const mock = createJobsMock();
  const seed = ofPets(REX);
  mock.seed(seed, 'a');
  await ask(mock, 'PUT /pets/5', { body: { name: 'Max' }, headers: { 'mock-world': 'a' } });
  mock.seed(seed, 'b');
  const read = async (world: string) =>
    (await ask(mock, 'GET /pets/5', { headers: { 'mock-world': world } })).body.name;
  expect([await read('a'), await read('b')]).toEqual(['Max', 'Rex']);
});

test('reading a world does not create it', async () => {
  const mock = createJobsMock();
  expect(mock.export('none')).toEqual({ resources: {}, singles: {}, removed: [] });
  expect(mock.listDeliveries('none')).toEqual([]);
  const worlds = await mock.fetch(new Request('http://mock.example/__mock/worlds'));
  expect(await worlds.json()).toEqual([]);
});
