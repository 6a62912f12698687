import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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

test('a document and the files that it refers to are read by a function', async () => {
  const files: Record<string, string> = {
    'api.yaml': `${YAML.replace('{}', '')} { /pets: { $ref: "./paths/all%20pets.yaml" } }`,
    'paths/all pets.yaml': 'get: { responses: { 200: { $ref: ../ok.yaml } } }',
    'ok.yaml': 'description: Pets',
  };
  const readFile = async (url: URL) => {
    const text = files[relative(folder, fileURLToPath(url))];
    if (text === undefined) throw new Error('Not found.');
    return new TextEncoder().encode(text);
  };
  const { operations } = await loadDocument(join(folder, 'api.yaml'), { readFile });
  expect(operations).toMatchObject([{ method: 'get', responses: [{ description: 'Pets' }] }]);
  await expect(loadDocument(join(folder, 'ok.json'), { readFile })).rejects.toThrow(DocumentReadError);
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

test.each([
  ['a.json', '"paths": {}, "x-a": 1,\n"x-a": 2'],
  ['a.yaml', 'paths: {}\nx-a: 1\nx-a: 2'],
])('leniently, the last of two equal keys counts in %s', async (name, members) => {
  const isJson = name.endsWith('.json');
  const head = { openapi: '3.1.0', info: { title: 'A', version: '1' } };
  const text = isJson
    ? `${JSON.stringify(head).slice(0, -1)},\n${members}}`
    : `openapi: 3.1.0\ninfo: { title: A, version: "1" }\n${members}\n`;
  const path = await write(name, text);
  await expect(loadDocument(path)).rejects.toMatchObject({ problems: [{ rule: 'duplicate-key' }] });
  const { document, warnings } = await loadDocument(path, { lenient: true });
  expect(document['x-a']).toBe(2);
  const [first, last] = isJson ? [2, 3] : [4, 5];
  expect(warnings).toMatchObject([
    { message: `Duplicate key "x-a" in lines ${first} and ${last}.`, line: last },
  ]);
});
