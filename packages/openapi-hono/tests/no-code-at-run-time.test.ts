// Edge runtimes and content security policies forbid to make code of text: generated code needs none of it.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { generateIntoFolder } from './generate-into-folder.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'createPet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { 201: { description: 'The name.', content: { 'application/json': { schema: {} } } } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', pattern: '^[a-z]+$' },
          kind: { oneOf: [{ const: 'cat' }, { type: 'integer' }], default: 'cat' },
        },
        unevaluatedProperties: false,
      },
    },
  },
};

const program = `
import { OpenAPIHono, z } from '@hono/zod-openapi';
z.config({ jitless: true });
const { registerRoutes, schemas } = await import('./index.ts');
const handlers = { createPet: (context) => context.json(context.req.valid('json'), 201) };
const app = registerRoutes(new OpenAPIHono(), handlers);
const send = async (body) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.request('/pets', { method: 'POST', headers, body: JSON.stringify(body) });
  return [answer.status, await answer.json()];
};
let isForbidden = false;
try { new Function('return 1'); } catch { isForbidden = true; }
const [status, wrong] = await send({ name: 'Rex' });
console.log(JSON.stringify({
  isForbidden,
  valid: schemas.Pet.safeParse({ name: 'rex' }).data,
  issues: schemas.Pet.safeParse({ kind: 'dog', x: 1 }).error.issues.map(({ path }) => path.join('.')),
  alone: schemas.Pet.describe('by zod alone').safeParse({ name: 'rex', kind: 'dog' }).success,
  served: await send({ name: 'rex', kind: 3 }),
  refused: [status, wrong.status],
}));
`;

test('generated code validates, explains and serves where code may not be made of text', async () => {
  await using folder = await generateIntoFolder(document);
  const path = join(folder.path, 'program.mjs');
  await writeFile(path, program);
  const run = promisify(execFile)(process.execPath, ['--disallow-code-generation-from-strings', path]);
  expect(JSON.parse((await run).stdout)).toEqual({
    isForbidden: true,
    valid: { name: 'rex', kind: 'cat' },
    issues: expect.arrayContaining(['name', 'kind', 'x']),
    alone: false,
    served: [201, { name: 'rex', kind: 3 }],
    refused: [400, 400],
  });
  for (const file of ['decisions.ts', 'schemas.ts', 'routes.ts', 'handlers.ts']) {
    expect(await readFile(join(folder.path, file), 'utf8')).not.toMatch(/new Function|\beval\(/);
  }
});
