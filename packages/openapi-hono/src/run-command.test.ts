import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-hono-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCommand(words, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { status, out: out.join('\n'), err: err.join('\n') };
}

async function writeDocument(schemas: object): Promise<string> {
  const path = join(folder, 'api.json');
  const document = {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {},
    components: { schemas },
  };
  await writeFile(path, JSON.stringify(document));
  return path;
}

test('generate writes the files, and a check then finds nothing', async () => {
  const document = await writeDocument({ A: { type: 'string' } });
  const out = join(folder, 'generated');
  expect(await run('generate', document, '--out', out)).toEqual({ status: 0, out: '', err: '' });
  expect((await readdir(out)).sort()).toEqual([
    'decisions.ts',
    'document.ts',
    'handlers.ts',
    'index.ts',
    'routes.ts',
    'schemas.ts',
  ]);
  expect(await run('generate', document, '--out', out, '--check')).toEqual({ status: 0, out: '', err: '' });
});

test('a check lists what differs, is missing or is stale, names the repair, and writes nothing', async () => {
  const document = await writeDocument({ A: { type: 'string' } });
  const out = join(folder, 'generated');
  await run('generate', document, '--out', out);
  const firstLine = (await readFile(join(out, 'index.ts'), 'utf8')).split('\n')[0];
  await writeFile(join(out, 'index.ts'), 'edited');
  await writeFile(join(out, 'old.ts'), `${firstLine}\n`);
  await writeFile(join(out, 'by-hand.ts'), 'kept');
  await rm(join(out, 'routes.ts'));
  const { status, err } = await run('generate', document, '--out', out, '--check');
  expect(status).toBe(1);
  expect(err.split('\n').map((line) => line.replace(folder, ''))).toEqual([
    '/generated/index.ts differs',
    '/generated/old.ts is not generated any more',
    '/generated/routes.ts is missing',
    expect.stringContaining(`run \`openapi-hono generate ${document} --out ${out}\``),
  ]);
  expect(await readFile(join(out, 'index.ts'), 'utf8')).toBe('edited');
});

test('a document that can not be kept is a finding, and nothing is written', async () => {
  const document = await writeDocument({ A: { nullable: true } });
  const { status, err } = await run('generate', document, '--out', join(folder, 'generated'));
  expect([status, err]).toEqual([1, expect.stringContaining('#/components/schemas/A/nullable')]);
  expect(await readdir(folder)).toEqual(['api.json']);
});

test.each([
  ['no command', []],
  ['an unknown command', ['make']],
  ['no document', ['generate', '--out', 'x']],
  ['two documents', ['generate', 'a', 'b', '--out', 'x']],
  ['no folder', ['generate', 'a']],
  ['an unknown flag', ['generate', 'a', '--out', 'x', '--force']],
  ['a file that is not there', ['generate', '/nowhere/api.json', '--out', 'x']],
])('%s is wrong usage', async (_name, words) => {
  const { status, out, err } = await run(...words);
  expect([status, out]).toEqual([2, '']);
  expect(err).not.toBe('');
});

test('help is data', async () => {
  expect(await run('--help')).toMatchObject({ status: 0, err: '', out: expect.stringContaining('usage:') });
});
