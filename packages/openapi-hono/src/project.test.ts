import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getModuleSpecifier, type WatchOptions, watch } from './project.ts';

const HEAD = 'openapi: 3.1.1\ninfo: { title: A, version: "1" }\n';
let folder = '';
let ending = new AbortController();
let ended = Promise.resolve();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-watch-'));
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await ended;
  await rm(folder, { recursive: true });
});

// Answers a function that waits for the next result.
function start() {
  const results: Parameters<WatchOptions['onResult']>[0][] = [];
  let wake: () => void = () => undefined;
  ended = watch({
    document: join(folder, 'api.yaml'),
    out: join(folder, 'out'),
    signal: ending.signal,
    onResult: (result) => {
      results.push(result);
      wake();
    },
  });
  return async () => {
    while (results.length === 0) await new Promise<void>((done) => (wake = done));
    return results.shift();
  };
}

const api = (schemas: string) =>
  writeFile(join(folder, 'api.yaml'), `${HEAD}components: { schemas: { ${schemas} } }\n`);

test('a change of any file of the document is followed by a generation, and so is its repair', async () => {
  await mkdir(join(folder, 'parts'));
  await writeFile(join(folder, 'parts/b.yaml'), 'type: string\n');
  await api('A: { type: string }, B: { $ref: parts/b.yaml }');
  const next = start();
  expect(await next()).toMatchObject({ written: { written: expect.arrayContaining(['schemas.ts']) } });

  await writeFile(join(folder, 'parts/new.yaml'), 'type: integer\n');
  await rename(join(folder, 'parts/new.yaml'), join(folder, 'parts/b.yaml'));
  expect(await next()).toMatchObject({
    written: { written: expect.arrayContaining(['document.json', 'schemas.ts']), removed: [] },
  });
  expect(await readFile(join(folder, 'out/schemas.ts'), 'utf8')).toMatch(/int/);

  await writeFile(join(folder, 'parts/b.yaml'), 'type: [\n');
  expect(await next()).toMatchObject({ error: { code: 'document_invalid' } });

  await writeFile(join(folder, 'parts/b.yaml'), 'type: boolean\n');
  expect(await next()).toMatchObject({
    written: { written: expect.arrayContaining(['document.json', 'schemas.ts']) },
  });
});

test('a document that is not there yet is waited for', async () => {
  const next = start();
  expect(await next()).toMatchObject({ error: { code: 'document_unreadable' } });
  await api('A: { type: string }');
  expect(await next()).toMatchObject({ written: { written: expect.arrayContaining(['schemas.ts']) } });
});

test.each([
  { path: posix, document: 'spec/api.json', out: 'src/generated', expected: '../../spec/api.json' },
  { path: posix, document: 'generated/api.json', out: 'generated', expected: './api.json' },
  { path: win32, document: 'spec\\api.json', out: 'src\\generated', expected: '../../spec/api.json' },
  {
    path: win32,
    document: 'C:\\app\\generated\\api.json',
    out: 'C:\\app\\generated',
    expected: './api.json',
  },
])('a generated module imports its document with slashes (%#)', ({ path, document, out, expected }) => {
  expect(getModuleSpecifier(document, out, path)).toBe(expected);
});
