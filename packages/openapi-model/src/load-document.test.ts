import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenApiModelError } from './errors.ts';
import { loadDocument } from './load-document.ts';
import { DocumentReadError } from './read/document-read-error.ts';

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

test('JSON and YAML have the same value', async () => {
  const json = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} });
  const fromJson = await loadDocument(await write('api.json', json));
  const fromYaml = await loadDocument(await write('api.yaml', YAML));
  expect(fromJson.document).toEqual(fromYaml.document);
});

test('a missing file is reported with its path and cause', async () => {
  const path = join(folder, 'missing.json');
  const error = await loadDocument(path).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DocumentReadError);
  expect(error).toBeInstanceOf(OpenApiModelError);
  expect(error).toMatchObject({ code: 'document_unreadable', source: path, cause: expect.anything() });
});

test.each([
  ['broken.json', '{\n  "a": [', '2:9 # Invalid JSON'],
  ['broken.yaml', 'a: [1\n', '2:1 # Invalid YAML'],
  [
    'wrong.yaml',
    'openapi: 3.1.1\ninfo:\n  title: A\n  version: 1.0\n',
    '4:3 #/info/version "version" must be a string (got 1).',
  ],
])('a problem of %s is reported with line, column and pointer', async (name, text, start) => {
  const path = await write(name, text);
  const error = await loadDocument(path).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: 'document_invalid',
    message: expect.stringContaining(`${path}:${start}`),
  });
});
