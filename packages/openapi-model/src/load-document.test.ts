import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DocumentReadError } from './document-read-error.ts';
import { OpenApiModelError } from './errors.ts';
import { loadDocument } from './load-document.ts';

const YAML = 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-model-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('JSON and YAML read alike', async () => {
  const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
  const fromJson = await loadDocument(await write('api.json', json));
  const fromYaml = await loadDocument(await write('api.yaml', YAML));
  expect(fromJson.document).toEqual(fromYaml.document);
});

test.each([
  ['missing.json', undefined],
  ['broken.json', '{'],
  ['broken.yaml', 'a: [1'],
])('%s is reported with its path and cause', async (name, text) => {
  const path = text === undefined ? join(folder, name) : await write(name, text);
  const error = await loadDocument(path).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DocumentReadError);
  expect(error).toBeInstanceOf(OpenApiModelError);
  expect(error).toMatchObject({ code: 'document_unreadable', source: path, cause: expect.anything() });
});
