import { type JsonObject, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { connect, StudioService } from './studio.ts';

const ITEMS = Array.from({ length: 375 }, (_, id) => ({ id, notes: 'x'.repeat(700) }));

function describeDevices(schema: JsonObject) {
  const parameters = ['limit', 'cursor'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
  const content = { 'application/json': { schema } };
  const get = {
    operationId: 'listDevices',
    parameters,
    responses: { '200': { description: 'Devices', content } },
  };
  return readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Devices', version: '1' },
      servers: [{ url: 'https://studio.example/v1' }],
      paths: { '/devices': { get } },
    },
    'devices.yaml',
  );
}

const PAGE = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: { type: 'object' } }, next: { type: 'string' } },
};

async function call(body: unknown, { schema = PAGE as JsonObject, mostTokens = 25_000 } = {}) {
  const service = new StudioService({ 'GET /devices': () => Response.json(body) });
  const client = await connect({ fetch: service.fetch, mostTokens }, describeDevices(schema));
  await client.listTools();
  return client.callTool({ name: 'listDevices', arguments: {} });
}

test('a large result is cut once to 25,000 tokens, and names the parameters for the rest', async () => {
  const result = await call({ items: ITEMS, next: 'a' });
  expect(JSON.stringify(result).length).toBeLessThan(101_000);
  const { items = [], next } = result.structuredContent as { items?: unknown[]; next?: string };
  expect(items.length).toBeGreaterThan(100);
  expect([items.length < ITEMS.length, next]).toEqual([true, 'a']);
  const text = JSON.stringify(result.content);
  expect(text).toContain(`items has the first ${items.length} of 375 items`);
  expect(text).toContain('pass a smaller `limit`; continue with `cursor`');
  expect(text).not.toContain('xxx');
});

test('a result of more than half of the limit is sent once, and complete', async () => {
  const items = ITEMS.slice(0, 100);
  const result = await call({ items });
  expect(result).toMatchObject({ structuredContent: { items }, content: [{ type: 'text' }] });
  expect(JSON.stringify(result.content)).not.toContain('xxx');
});

test('the limit can be set', async () => {
  const result = await call({ items: ITEMS }, { mostTokens: 1_000 });
  expect(JSON.stringify(result).length).toBeLessThan(5_000);
});

test('a cut result that its schema rejects is an error with the beginning', async () => {
  const items = { ...PAGE.properties.items, minItems: 300 };
  const schema = { ...PAGE, properties: { ...PAGE.properties, items } };
  const result = await call({ items: ITEMS }, { schema });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result).length).toBeLessThan(130_000);
  expect(JSON.stringify(result.content)).toContain('of 375 items');
});
