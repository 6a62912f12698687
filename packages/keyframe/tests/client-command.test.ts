import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-client-'));
});

afterEach(() => rm(folder, { recursive: true }));

const run = (...words: string[]) => runKeyframe(words);

const SHOP = join(import.meta.dirname, '../../openapi-client/tests/shop/openapi.yaml');

test.each([
  ['generate', 'client', SHOP, '--out', 'unwritten'],
  ['test', SHOP],
])('%s explains what was derived, as the mock does, and does nothing else', async (...words) => {
  const { out: expected } = await run('mock', SHOP, '--explain');
  const { status, out } = await run(...words, '--explain');
  expect([status, expected]).toEqual([0, expect.stringContaining(out)]);
  expect(out).toContain('GET /items');
  expect(existsSync('unwritten')).toBe(false);
});

test('generates the files, and then --check finds only edited files', async () => {
  const out = join(folder, 'client');
  expect(await run('generate', 'client', SHOP, '--out', out)).toMatchObject({ status: 0, out: '' });
  expect((await readdir(out)).sort()).toEqual([
    'client.ts',
    'index.ts',
    'operations.ts',
    'schemas.ts',
    'types.ts',
    'webhooks.ts',
    'work.ts',
  ]);
  expect(await run('generate', 'client', SHOP, '--out', out, '--check')).toEqual({
    status: 0,
    out: '',
    err: '',
  });
  await writeFile(join(out, 'client.ts'), 'edited');
  expect(await run('generate', 'client', SHOP, '--out', out, '--check')).toMatchObject({
    status: 1,
    err: expect.stringContaining('client.ts differs'),
  });
});

test('omits operations with problems by --skip-unsupported, unless none would be left', async () => {
  const get = (operationId: string, others: object = {}) => ({
    get: { operationId, responses: {}, ...others },
  });
  const wrong = { parameters: [{ $ref: '#/components/parameters/Gone' }] };
  const [path, out] = [join(folder, 'api.json'), join(folder, 'client')];
  const write = (paths: object) =>
    writeFile(path, JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }));
  await write({ '/a': get('a'), '/b': get('b', wrong) });
  const words = ['generate', 'client', path, '--out', out];
  expect((await run(...words)).status).toBe(1);
  const { status, err } = await run(...words, '--skip-unsupported');
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/Gone has no target.*\nskipped: b \(GET \/b\)\n.*problems: 1\.$/s),
  ]);
  const operations = await readFile(join(out, 'operations.ts'), 'utf8');
  expect(operations).toContain('--skip-unsupported');
  expect(operations).not.toContain('/b');
  await write({ '/b': get('b', wrong) });
  expect(await run(...words, '--skip-unsupported')).toMatchObject({
    status: 1,
    err: expect.stringContaining('No operation is left when those with problems are omitted.'),
  });
});

test('writes a module for each tag with --group-by-tag, and removes earlier modules', async () => {
  const out = join(folder, 'client');
  await run('generate', 'client', SHOP, '--out', out);
  await run('generate', 'client', SHOP, '--out', out, '--group-by-tag', '--import-extension', 'js');
  expect((await readdir(out)).sort()).toEqual([
    'client.ts',
    'index.ts',
    'items.ts',
    'orders.ts',
    'schemas.ts',
    'types.ts',
    'untagged.ts',
    'webhooks.ts',
    'work.ts',
  ]);
  expect(await readFile(join(out, 'index.ts'), 'utf8')).toContain("export * as items from './items.js';");
  const items = await readFile(join(out, 'items.ts'), 'utf8');
  expect(items).toContain('  getItem as get,\n');
});

test('passes every option on to the generator', async () => {
  const out = join(folder, 'client');
  await run(
    'generate',
    'client',
    SHOP,
    '--out',
    out,
    '--dates',
    'temporal',
    '--query',
    '--validate',
    '--types',
    '../shop.ts',
  );
  expect((await readdir(out)).sort()).toEqual([
    'client.ts',
    'dates.ts',
    'index.ts',
    'operations.ts',
    'queries.ts',
    'schemas.ts',
    'validators.ts',
    'webhooks.ts',
    'work.ts',
  ]);
});

test('names functions with --rename, and rejects an operation that the document lacks', async () => {
  const out = join(folder, 'client');
  const words = ['generate', 'client', SHOP, '--out', out, '--rename'];
  await run(...words, 'getItem=readItem');
  const operations = await readFile(join(out, 'operations.ts'), 'utf8');
  expect(operations).toContain('export function readItem(');
  expect(operations.split('\n')[0]).toContain('--rename getItem=readItem');
  expect(await run(...words, 'getItems=a')).toMatchObject({
    status: 2,
    err: expect.stringContaining('Operation getItems not found. Near it: getItem'),
  });
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
  const streams = { err: (text: string) => err.push(text), signal: interruption.signal };
  const waitForOutput = (text: string) => eventually(text, () => err.join('\n').includes(text));
  await api('getA');
  const ended = runKeyframe(
    ['generate', 'client', document, '--out', join(folder, 'client'), '--watch'],
    streams,
  );
  await waitForOutput('operations.ts written');
  err.length = 0;
  await writeFile(document, 'openapi: [');
  await waitForOutput('api.yaml');
  err.length = 0;
  await api('getB');
  await waitForOutput('operations.ts written');
  interruption.abort();
  expect(await ended).toMatchObject({ status: 0 });
  expect(await readFile(join(folder, 'client/operations.ts'), 'utf8')).toContain('function getB');
});

test('generates only the part of a document that the load options select', async () => {
  const out = join(folder, 'client');
  await run('generate', 'client', SHOP, '--out', out, '--include', 'getItem');
  const operations = await readFile(join(out, 'operations.ts'), 'utf8');
  expect(operations.match(/export function \w+/g)).toEqual(['export function getItem']);
});
