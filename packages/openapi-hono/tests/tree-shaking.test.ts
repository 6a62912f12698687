// An app pays for the operations that it imports: bundlers drop the others, with their schemas and validators.
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { generateIntoFolder } from './generate-into-folder.ts';

// Long enough that equal parts are shared, with each construct that generated code calls functions for.
const createSchema = (name: string) => ({
  type: 'object',
  description: `Only ${name} has this.`,
  properties: {
    [`member_of_${name}`]: { type: 'string', pattern: `^${name}+$`, default: name },
    others: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
  },
});

const createOperation = (name: string) => ({
  operationId: `get_${name}`,
  parameters: [{ name: `filter_${name}`, in: 'query', schema: { type: 'string', pattern: `^q${name}$` } }],
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': { schema: { $ref: `#/components/schemas/${name}` } },
    },
  },
  responses: {
    200: {
      description: `Answer of ${name}`,
      headers: { 'x-count': { schema: { type: 'integer', minimum: 1 } } },
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
    },
  },
});

const NAMES = ['apple', 'banana', 'cherry'];

const document = {
  openapi: '3.1.1',
  info: { title: 'Fruit', version: '1' },
  paths: Object.fromEntries(
    // Each operation twice, so that its parts are constants of their own.
    NAMES.flatMap((name) => [
      [`/${name}`, { post: createOperation(name) }],
      [`/${name}/again`, { post: { ...createOperation(name), operationId: `again_${name}` } }],
    ]),
  ),
  webhooks: { picked: { post: { ...createOperation('cherry'), operationId: 'picked' } } },
  components: { schemas: Object.fromEntries(NAMES.map((name) => [name, createSchema(name)])) },
};

async function bundle(path: string, imported: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: imported, resolveDir: path, loader: 'ts' },
    bundle: true,
    format: 'esm',
    logLevel: 'error',
    packages: 'external',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

// Finds the fruits that a bundle contains, ignoring case.
function findFruits(code: string): string[] {
  return NAMES.filter((name) => code.toLowerCase().includes(name));
}

test.each([
  ['a route', `export { get_appleRoute } from './index.ts';`, ['apple']],
  ['a schema', `export { banana } from './index.ts';`, ['banana']],
  ['a validator of two', `export { apple, cherry } from './schemas.ts';`, ['apple', 'cherry']],
  ['all operations', `export { operations } from './index.ts';`, NAMES],
])('an app that imports %s ships no other', async (_name, imported, fruits) => {
  await using folder = await generateIntoFolder(document);
  expect(findFruits(await bundle(folder.path, imported))).toEqual(fruits);
});

test('the names that the test imports are those that are generated', async () => {
  await using folder = await generateIntoFolder(document);
  const generated: object = await import(join(folder.path, 'index.ts'));
  expect(Object.keys(generated)).toEqual(expect.arrayContaining(['get_appleRoute', 'banana', 'operations']));
});
