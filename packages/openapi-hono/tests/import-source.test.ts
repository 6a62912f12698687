// An app whose `document.ts` imports the source in place of a copy of it.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, type Project, write } from '../src/index.ts';
import { SourceNotImportableError } from '../src/source-not-importable-error.ts';

const REPORTS = join(import.meta.dirname, '../reports');
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: { '/a': { get: { operationId: 'a', 'x-own': [1], responses: { 200: { description: 'A' } } } } },
};
let folder = '';

beforeAll(async () => {
  await mkdir(REPORTS, { recursive: true });
  folder = await mkdtemp(join(REPORTS, 'import-source-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function project(name: string, text: string, others: Partial<Project> = {}): Promise<Project> {
  const document = join(folder, name);
  await writeFile(document, text);
  return { document, out: join(folder, `generated-${name}`), importSource: true, ...others };
}

test('the app emits the source, of which there is no copy', async () => {
  const options = await project('api.json', JSON.stringify(DOCUMENT, null, 4));
  await write({ ...options, importSource: false });
  const { removed } = await write(options);
  expect(removed).toEqual(['document.json']);
  expect(await readdir(options.out)).not.toContain('document.json');
  expect(await check(options)).toEqual([]);
  const { registerRoutes } = await import(join(options.out, 'index.ts'));
  const { documentOf } = await import(join(options.out, 'document.ts'));
  const app = registerRoutes(new OpenAPIHono(), { a: () => new Response() });
  expect(documentOf(app)).toEqual(DOCUMENT);
});

test.each<[string, { file: string; text: string; others?: Partial<Project> }]>([
  ['YAML', { file: 'api.yaml', text: JSON.stringify(DOCUMENT) }],
  ['OpenAPI 3.0', { file: 'old.json', text: JSON.stringify({ ...DOCUMENT, openapi: '3.0.3' }) }],
  [
    'a selection',
    {
      file: 'some.json',
      text: JSON.stringify({ ...DOCUMENT, paths: { ...DOCUMENT.paths, '/b': { get: { responses: {} } } } }),
      others: { include: ['a'] },
    },
  ],
  [
    'a member that JSON modules lose',
    { file: 'own.json', text: JSON.stringify(DOCUMENT).replace('"x-own"', '"__proto__"') },
  ],
])('%s cannot be imported, and nothing is written', async (_name, { file, text, others }) => {
  const options = await project(file, text, others);
  await expect(write(options)).rejects.toThrow(SourceNotImportableError);
  await expect(readdir(options.out)).rejects.toThrow('ENOENT');
});
