import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../src/command/run-command.ts';
import { check } from '../src/index.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-client-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const { signal } = new AbortController();
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text), signal };
  const status = await runCommand(words, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

const SHOP = join(import.meta.dirname, 'shop/openapi.yaml');

test('the committed client of the shop is up to date', async () => {
  const project = { document: 'tests/shop/openapi.yaml', out: 'tests/shop/generated' };
  expect(await check(project)).toEqual([]);
});

test('generates the files, and then --check finds only edited files', async () => {
  const out = join(folder, 'client');
  expect(await run('generate', SHOP, '--out', out)).toMatchObject({ status: 0, out: '' });
  expect((await readdir(out)).sort()).toEqual([
    'client.ts',
    'index.ts',
    'operations.ts',
    'schemas.ts',
    'types.ts',
    'webhooks.ts',
  ]);
  expect(await run('generate', SHOP, '--out', out, '--check')).toEqual({ status: 0, out: '', err: '' });
  await writeFile(join(out, 'client.ts'), 'edited');
  expect(await run('generate', SHOP, '--out', out, '--check')).toMatchObject({
    status: 1,
    err: expect.stringContaining('client.ts differs'),
  });
});

test('writes a module for each tag with --group-by-tag, and removes earlier modules', async () => {
  const out = join(folder, 'client');
  await run('generate', SHOP, '--out', out);
  await run('generate', SHOP, '--out', out, '--group-by-tag', '--import-extension', 'js');
  expect((await readdir(out)).sort()).toEqual([
    'client.ts',
    'index.ts',
    'items.ts',
    'orders.ts',
    'schemas.ts',
    'types.ts',
    'untagged.ts',
    'webhooks.ts',
  ]);
  expect(await readFile(join(out, 'index.ts'), 'utf8')).toContain("export * as items from './items.js';");
});

test('generates the client again with --watch when the document changes, until it is interrupted', async () => {
  const document = join(folder, 'api.yaml');
  const api = (id: string) =>
    writeFile(
      document,
      `openapi: 3.1.1
info: { title: A, version: "1" }
paths: { /a: { get: { operationId: ${id}, responses: { "204": { description: b } } } } }
`,
    );
  const interruption = new AbortController();
  const err: string[] = [];
  const streams = {
    out: () => undefined,
    err: (text: string) => err.push(text),
    signal: interruption.signal,
  };
  const waitForOutput = (text: string) => eventually(text, () => err.join('\n').includes(text));
  await api('getA');
  const ended = runCommand(['generate', document, '--out', join(folder, 'client'), '--watch'], streams);
  await waitForOutput('operations.ts written');
  err.length = 0;
  await writeFile(document, 'openapi: [');
  await waitForOutput('api.yaml');
  err.length = 0;
  await api('getB');
  await waitForOutput('operations.ts written');
  interruption.abort();
  expect(await ended).toBe(0);
  expect(await readFile(join(folder, 'client/operations.ts'), 'utf8')).toContain('function getB');
});

test('generates only the part of a document that the load options select', async () => {
  const out = join(folder, 'client');
  await run('generate', SHOP, '--out', out, '--only', 'getItem');
  const operations = await readFile(join(out, 'operations.ts'), 'utf8');
  expect(operations.match(/export function \w+/g)).toEqual(['export function getItem']);
});
