import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { runCommand } from './run-command.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-hono-'));
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
  const first = await run('generate', document, '--out', out);
  expect([first.status, first.out, first.err.split('\n')]).toEqual([
    0,
    '',
    expect.arrayContaining(['document.ts written', 'schemas.ts written']),
  ]);
  expect((await readdir(out)).sort()).toEqual([
    'decisions.ts',
    'document.json',
    'document.ts',
    'handlers.ts',
    'index.ts',
    'routes.ts',
    'schemas.ts',
  ]);
  expect(await run('generate', document, '--out', out, '--check')).toEqual({ status: 0, out: '', err: '' });
  expect(await run('generate', document, '--out', out)).toEqual({ status: 0, out: '', err: '' });
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
  const document = await writeDocument({ A: { minLength: 'a' } });
  const { status, err } = await run('generate', document, '--out', join(folder, 'generated'));
  expect([status, err]).toEqual([1, expect.stringContaining('#/components/schemas/A/minLength')]);
  expect(await readdir(folder)).toEqual(['api.json']);
});

test('a folder that can not be written to is wrong usage', async () => {
  const document = await writeDocument({ A: true });
  const { status, err } = await run('generate', document, '--out', document);
  expect([status, err]).toEqual([2, expect.stringContaining('can not be written: EEXIST')]);
});

test('findings are told by file, line, column and pointer, and as JSON where that is asked for', async () => {
  const document = await writeDocument({ A: { type: 'strin' } });
  const words = ['generate', document, '--out', join(folder, 'generated')];
  const place = { file: document, line: 1, column: 99, pointer: '#/components/schemas/A/type' };
  expect((await run(...words)).err).toContain(`${document}:1:99 #/components/schemas/A/type `);
  const { status, out } = await run(...words, '--json');
  expect([status, JSON.parse(out)]).toEqual([1, { problems: [expect.objectContaining(place)] }]);
});

test('results are told as JSON where that is asked for', async () => {
  const document = await writeDocument({ A: { type: 'string' } });
  const words = ['generate', document, '--out', join(folder, 'generated'), '--json'];
  const names = expect.arrayContaining(['document.ts', 'handlers.ts', 'routes.ts', 'schemas.ts', 'index.ts']);
  expect(JSON.parse((await run(...words)).out)).toMatchObject({
    unchanged: [],
    removed: [],
    sources: [document],
  });
  expect(JSON.parse((await run(...words)).out)).toMatchObject({ written: [], unchanged: names });
  await rm(join(folder, 'generated/index.ts'));
  const { status, out } = await run(...words, '--check');
  expect([status, JSON.parse(out)]).toEqual([1, { drift: [expect.stringContaining('index.ts is missing')] }]);
});

test('the doctor prints a line for each finding', async () => {
  const document = await writeDocument({ A: { type: 'object', contains: {} } });
  const { status, out } = await run('doctor', document);
  expect(status).toBe(1);
  expect(out.split('\n')).toContainEqual(
    expect.stringMatching(
      /api\.json:1:\d+ #\/components\/schemas\/A\/contains .*"contains".* \[dropped-keywords\]$/,
    ),
  );
  expect(JSON.parse((await run('doctor', document, '--json')).out).findings.length).toBe(
    out.split('\n').length,
  );
});

test.each([
  ['no command', []],
  ['an unknown command', ['make']],
  ['no document', ['generate', '--out', 'x']],
  ['two documents', ['generate', 'a', 'b', '--out', 'x']],
  ['no folder', ['generate', 'a']],
  ['two ways at once', ['generate', 'a', '--out', 'x', '--check', '--watch']],
  ['an unknown flag', ['generate', 'a', '--out', 'x', '--force']],
  ['a file that is not there', ['generate', '/nowhere/api.json', '--out', 'x']],
])('%s is wrong usage', async (_name, words) => {
  const { status, out, err } = await run(...words);
  expect([status, out]).toEqual([2, '']);
  expect(err).not.toBe('');
});

test.each([
  [['--help'], 'usage: openapi-hono <command>'],
  [['doctor', '-h'], 'usage: openapi-hono doctor'],
  [['--version'], packageJson.version],
])('%j is data', async (words, start) => {
  const { status, out, err } = await run(...words);
  expect([status, out.startsWith(start), err]).toEqual([0, true, '']);
});

test('what only informs is told, and formats may be told to', async () => {
  const document = await writeDocument({ A: { nullable: true, format: 'date' } });
  const out = join(folder, 'annotated');
  const { status, err } = await run('generate', document, '--out', out, '--formats', 'annotate');
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^notice: .*#\/components\/schemas\/A\/nullable/m),
  ]);
  expect(await readFile(join(out, 'schemas.ts'), 'utf8')).not.toContain('textFormat');
  expect((await run('generate', document, '--out', out, '--formats', 'maybe')).status).toBe(2);
});

test('an error that no one expects is told as a bug, by an exit status of its own', async () => {
  const err: string[] = [];
  const { signal } = new AbortController();
  const out = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const status = await runCommand(['--version'], { out, err: (text) => err.push(text), signal });
  expect([status, err.join()]).toEqual([3, expect.stringMatching(/bug of openapi-hono.*\n.*Maximum call/)]);
});
