import { expect, test } from 'vitest';
import { connect, StudioService, studio } from './studio.ts';

const { fetch } = new StudioService({});

async function listTools(options = {}) {
  const client = await connect({ fetch, ...options });
  return (await client.listTools()).tools;
}

test('operations are tools with safe names, in the order of the document', async () => {
  const tools = await listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'createRender',
    'getRender',
    'deleteRender',
    'assets_list',
    'uploadAsset',
    'readAsset',
    'replaceAsset',
    'echo',
  ]);
});

test('schemas have no references, no alternatives at the root, and safe names', async () => {
  const tools = await listTools();
  const text = JSON.stringify(tools);
  expect(text).not.toContain('$ref');
  expect(text).not.toMatch(/"not safe!":/);
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema ?? { type: 'object' }]) {
      expect(schema).toMatchObject({ type: 'object' });
      expect(Object.keys(schema)).not.toEqual(expect.arrayContaining(['anyOf']));
    }
  }
});

test('a body is described without what requests cannot set, and with its limits', async () => {
  const [create] = await listTools();
  expect(create?.inputSchema).toMatchObject({
    required: ['body'],
    properties: {
      body: {
        required: ['prompt', 'duration'],
        properties: {
          prompt: { type: 'string', minLength: 1 },
          duration: { minimum: 4, maximum: 15, description: 'Seconds.' },
          layers: { items: { anyOf: [{ required: ['color'] }, { required: ['layers'] }] } },
        },
      },
    },
  });
  expect(JSON.stringify(create?.inputSchema)).not.toContain('"id"');
  expect(JSON.stringify(create?.inputSchema)).not.toContain('Idempotency-Key');
});

test('annotations follow methods and idempotency keys', async () => {
  const tools = await listTools();
  const annotations = Object.fromEntries(tools.map(({ name, annotations: hints }) => [name, hints]));
  expect(annotations).toMatchObject({
    createRender: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    getRender: { readOnlyHint: true, destructiveHint: false },
    deleteRender: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    uploadAsset: { idempotentHint: false },
  });
});

test('read-only servers have only operations that change nothing', async () => {
  const tools = await listTools({ isReadOnly: true });
  expect(tools.map(({ name }) => name)).toEqual(['getRender', 'assets_list', 'readAsset', 'echo']);
});

test('a document that is read twice gives the same definitions', async () => {
  expect(await listTools()).toEqual(await listTools());
  expect(studio.operations).toHaveLength(8);
});
