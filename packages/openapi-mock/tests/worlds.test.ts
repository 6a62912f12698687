import { expect, test } from 'vitest';
import { ask, createJobsMock } from './jobs-mock.ts';

test('50 parallel tests on one mock see only their own world', async () => {
  const mock = createJobsMock();
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const headers = { 'mock-world': `test-${index}` };
      for (let count = 0; count <= index % 5; count += 1) {
        await ask(mock, 'POST /pets', { body: { name: `${index}` }, headers });
      }
      const { body } = await ask(mock, 'GET /pets', { headers });
      return Object.values(body).map((pet) => Object(pet).name);
    }),
  );
  expect(results).toEqual(
    results.map((_, index) => Array.from({ length: (index % 5) + 1 }, () => `${index}`)),
  );
});

test('a world is exported, reset and seeded again', async () => {
  const mock = createJobsMock();
  await ask(mock, 'POST /pets', { body: { name: 'Rex' }, headers: { 'mock-world': 'a' } });
  await ask(mock, 'PUT /settings', { body: { theme: 'light' }, headers: { 'mock-world': 'a' } });
  const seed = mock.export('a');
  mock.reset('a');
  expect((await ask(mock, 'GET /pets', { headers: { 'mock-world': 'a' } })).body).toEqual([]);
  mock.seed(seed, 'b');
  expect((await ask(mock, 'GET /pets/1', { headers: { 'mock-world': 'b' } })).body.name).toBe('Rex');
  expect((await ask(mock, 'GET /settings', { headers: { 'mock-world': 'b' } })).body.theme).toBe('light');
});

test('resetting or reading an unknown world does not create it', async () => {
  const mock = createJobsMock();
  mock.reset('unknown');
  mock.export('unknown');
  mock.listDeliveries('unknown');
  const response = await mock.fetch(new Request('http://mock.example/__mock/worlds'));
  expect(await response.json()).toEqual([]);
});

test('a world is created, seeded, exported and reset', async () => {
  const mock = createJobsMock();
  await ask(mock, 'POST /pets', { body: { name: 'Rex' } });
  const seed = mock.export();
  mock.seed(seed, 'another');
  expect(mock.export('another')).toEqual(seed);
  mock.reset('another');
  expect(mock.export('another')).not.toEqual(seed);
});

test('at the limit, the world that was used least recently is dropped', async () => {
  const mock = createJobsMock({ maxWorlds: 2 });
  for (const world of ['a', 'b', 'a', 'c']) {
    await ask(mock, 'POST /pets', { body: { name: world }, headers: { 'mock-world': world } });
  }
  expect((await ask(mock, 'GET /pets', { headers: { 'mock-world': 'a' } })).body).toHaveLength(2);
  expect((await ask(mock, 'GET /pets', { headers: { 'mock-world': 'b' } })).body).toEqual([]);
});

test('deleting an unknown world creates none', async () => {
  const mock = createJobsMock({ maxWorlds: 1 });
  await ask(mock, 'POST /pets', { body: { name: 'Rex' } });
  expect((await ask(mock, 'DELETE /__mock/worlds/unknown')).status).toBe(204);
  expect((await ask(mock, 'GET /__mock/worlds')).body).toEqual(['default']);
});

test('the oldest resources of a world are dropped at its limit', async () => {
  const mock = createJobsMock();
  const resources = Array.from({ length: 10_001 }, (_, index) => ({
    id: `${index}`,
    value: { id: index, name: 'x' },
  }));
  mock.seed({ resources: { '/pets/{petId}': resources } });
  expect((await ask(mock, 'GET /pets/0')).status).toBe(404);
  expect((await ask(mock, 'GET /pets/10000')).status).toBe(200);
});
