import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '@keyframe/openapi-tooling/testing';
import { listImports } from '@keyframe/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { TOOL } from './tool.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-hono-'));
});

afterEach(() => rm(folder, { recursive: true }));

const run = (...words: string[]) => runCaptured(TOOL, words);

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
    expect.arrayContaining([`${join(out, 'document.ts')} written`, `${join(out, 'schemas.ts')} written`]),
  ]);
  expect((await readdir(out)).sort()).toEqual([
    'components.ts',
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
    '/generated/old.ts is no longer generated',
    '/generated/routes.ts is missing',
    expect.stringContaining('run the same command without --check'),
  ]);
  expect(await readFile(join(out, 'index.ts'), 'utf8')).toBe('edited');
});

test('a document that cannot be kept is a finding, and nothing is written', async () => {
  const document = await writeDocument({ A: { minLength: 'a' } });
  const { status, err } = await run('generate', document, '--out', join(folder, 'generated'));
  expect([status, err]).toEqual([1, expect.stringContaining('#/components/schemas/A/minLength')]);
  expect(await readdir(folder)).toEqual(['api.json']);
});

test('a folder that cannot be written to is wrong usage', async () => {
  const document = await writeDocument({ A: true });
  const { status, err } = await run('generate', document, '--out', document);
  expect([status, err]).toEqual([2, expect.stringContaining('A file with this name exists.')]);
});

test('lists findings by file, line, column and pointer, and as JSON with --json', async () => {
  const document = await writeDocument({ A: { type: 'strin' } });
  const words = ['generate', document, '--out', join(folder, 'generated')];
  const location = { file: document, line: 1, column: 99, pointer: '#/components/schemas/A/type' };
  expect((await run(...words)).err).toContain(`${document}:1:99 #/components/schemas/A/type `);
  const { status, out } = await run(...words, '--json');
  expect([status, JSON.parse(out)]).toEqual([1, { problems: [expect.objectContaining(location)] }]);
});

test('prints results as JSON with --json', async () => {
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
  const document = await writeDocument({ A: { type: 'object', contains: {}, nullable: true } });
  const { status, out } = await run('doctor', document);
  expect(status).toBe(1);
  const heads = out.split('\n').filter((line) => !line.startsWith('  '));
  expect(heads).toEqual([
    expect.stringMatching(/^warning: .*#\/components\/schemas\/A\/nullable .* \[nullable\]$/),
    expect.stringMatching(/^info: .*\[dialect\]$/),
    expect.stringMatching(
      /^info: .*api\.json:1:\d+ #\/components\/schemas\/A\/contains .*"contains".* \[dropped-keywords\]$/,
    ),
  ]);
  expect(JSON.parse((await run('doctor', document, '--json')).out).findings).toHaveLength(3);
  expect((await run('doctor', document, '--level', 'warning')).out.split('\n')).toHaveLength(3);
  expect(await run('doctor', document, '--level', 'error')).toEqual({ status: 0, out: '', err: '' });
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

test('warns of annotations, and treats formats as annotations on request', async () => {
  const document = await writeDocument({ A: { nullable: true, format: 'date' } });
  const out = join(folder, 'annotated');
  const { status, err } = await run('generate', document, '--out', out, '--formats', 'annotate');
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^warning: .*#\/components\/schemas\/A\/nullable/m),
  ]);
  expect(await readFile(join(out, 'schemas.ts'), 'utf8')).not.toContain('textFormat');
  expect((await run('generate', document, '--out', out, '--formats', 'maybe')).status).toBe(2);
});

interface Parts {
  paths?: object;
  components?: object;
}

async function writeParts(name: string, parts: Parts): Promise<string> {
  const path = join(folder, name);
  const head = { openapi: '3.1.0', info: { title: 'Test', version: '1' } };
  await writeFile(path, JSON.stringify({ ...head, ...parts }));
  return path;
}

const get = (operationId: string, others: object = {}) => ({
  get: { operationId, responses: { 200: { description: 'ok' } }, ...others },
});
const UNDECIDABLE = { parameters: [{ name: 'p', in: 'query', style: 'matrix', schema: { type: 'string' } }] };

test('reports the findings of all stages in one run', async () => {
  const document = await writeParts('api.json', {
    paths: { '/{a}': get('a', UNDECIDABLE), '/b': get('a'), '/c': { get: { requestBody: {} } } },
    components: {
      schemas: { A: { minLength: 'x', exclusiveMinimum: true, $ref: '#/components/schemas/Z' } },
    },
  });
  const { status, out } = await run('generate', document, '--out', join(folder, 'out'), '--json');
  const pointers = JSON.parse(out).problems.map(({ pointer }: { pointer: string }) => pointer);
  expect([status, pointers.sort()]).toEqual([
    1,
    [
      '#/components/schemas/A/$ref',
      '#/components/schemas/A/exclusiveMinimum',
      '#/components/schemas/A/minLength',
      '#/paths/~1b/get',
      '#/paths/~1c/get/requestBody',
      '#/paths/~1{a}/get/parameters/0',
    ],
  ]);
});

test('accepts errors whose intent is clear leniently, with warnings, and keeps the document', async () => {
  const document = await writeParts('api.json', {
    paths: { '/{a}': get('a'), '/b': get('a') },
    components: { schemas: { A: { type: 'integer', minimum: 1, exclusiveMinimum: true } } },
  });
  const out = join(folder, 'out');
  expect((await run('generate', document, '--out', out)).status).toBe(1);
  const { status, err } = await run('generate', document, '--out', out, '--lenient');
  expect(status).toBe(0);
  expect(err.match(/^warning: .*/gm)).toHaveLength(3);
  const emitted = await readFile(join(out, 'document.json'), 'utf8');
  expect(emitted).toContain('"exclusiveMinimum":true');
  expect(await readFile(join(out, 'schemas.ts'), 'utf8')).toContain('gt(1)');
  expect((await readFile(join(out, 'index.ts'), 'utf8')).split('\n')[0]).toContain('--lenient`');
  const rules = ['--lenient-rule', 'boolean-bounds', '--lenient-rule', 'duplicate-operation-id'];
  expect((await run('generate', document, '--out', out, ...rules)).err).toContain('{a}');
});

test('reports unsupported parts that were read leniently, and omits them on request', async () => {
  const document = await writeParts('api.json', {
    paths: { '/a': {}, '/a?b={c}': get('a'), '/b': get('b') },
  });
  const words = ['generate', document, '--out', join(folder, 'out'), '--lenient'];
  const refused = await run(...words);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('has a parameter in its query')]);
  const left = await run(...words, '--skip-unsupported');
  expect([left.status, left.err]).toEqual([0, expect.stringContaining('a (GET /a?b={c})')]);
});

test('reports each rule that accepts a part', async () => {
  const document = await writeParts('api.json', {
    components: { schemas: { A: { pattern: '^((a\\-)+)\\1$' } } },
  });
  const { out } = await run('generate', document, '--out', join(folder, 'out'), '--lenient', '--json');
  const { warnings }: { warnings: { rule: string }[] } = JSON.parse(out);
  expect(warnings.map(({ rule }) => rule)).toEqual(['pattern-escapes', 'redos-pattern']);
});

test('repairs a document by an overlay, and reports an action that selects nothing', async () => {
  const document = await writeParts('api.json', { paths: { '/{a}': get('a') } });
  const overlay = join(folder, 'overlay.yaml');
  const declared = '{ parameters: [{ name: a, in: path, required: true, schema: { type: string } }] }';
  await writeFile(
    overlay,
    `overlay: 1.0.0
info: { title: Repairs, version: "1" }
actions:
  - { target: "$.paths['/{a}'].get", update: ${declared} }
  - { target: "$.paths['/b']", remove: true }
`,
  );
  const { status, err } = await run('generate', document, '--out', join(folder, 'out'), '--overlay', overlay);
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^warning: .*overlay\.yaml:5:.* matches nothing/m),
  ]);
});

test('selects operations by name and tag, and omits what only the others need', async () => {
  const $ref = '#/components/schemas/B';
  const withBody = { tags: ['t'], requestBody: { content: { 'application/json': { schema: { $ref } } } } };
  const document = await writeParts('api.json', {
    paths: { '/a': get('a'), '/b': { post: { operationId: 'b', responses: {}, ...withBody } } },
    components: { schemas: { A: {}, B: { items: { $ref: '#/components/schemas/C' } }, C: {} } },
  });
  const listSchemas = async (...words: string[]) => {
    const { status, err } = await run('generate', document, '--out', join(folder, 'out'), ...words);
    if (status !== 0) return err;
    const text = await readFile(join(folder, 'out/schemas.ts'), 'utf8');
    return Array.from(text.matchAll(/export const (\w)\b/g), ([, name]) => name).join('');
  };
  expect(await listSchemas('--only', 'a')).toBe('A');
  expect(await listSchemas('--only', 'GET /a', '--tag', 't')).toBe('ACB');
  expect(await listSchemas('--tag', 't')).toBe('ACB');
  expect(await run('doctor', document, '--only', 'z')).toMatchObject({
    status: 2,
    err: expect.stringContaining('Operation "z" not found.'),
  });
});

test('omits and lists operations that cannot be preserved, with --skip-unsupported', async () => {
  const shared = { parameters: [{ $ref: '#/components/parameters/P' }] };
  const [P] = UNDECIDABLE.parameters;
  const links = { next: { operationId: 'b' } };
  const document = await writeParts('api.json', {
    paths: {
      '/a': get('a', { responses: { 200: { description: 'ok', links } } }),
      '/b': get('b', shared),
      '/c': get('c', {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/D' } } } },
      }),
    },
    components: {
      parameters: { P },
      schemas: { C: { minLength: 'x' }, D: { items: { $ref: '#/components/schemas/C' } }, E: {} },
    },
  });
  const words = ['generate', document, '--out', join(folder, 'out')];
  expect((await run(...words)).status).toBe(1);
  const { status, err } = await run(...words, '--skip-unsupported');
  expect(status).toBe(0);
  expect(err.match(/^skipped: .*/gm)).toEqual(['skipped: b (GET /b)', 'skipped: c (GET /c)']);
  expect(await readFile(join(folder, 'out/routes.ts'), 'utf8')).toMatch(/ a: ARoute/);
  const emitted = await readFile(join(folder, 'out/document.json'), 'utf8');
  expect(emitted).not.toMatch(/minLength|matrix|next/);
});

test('reports an unexpected error as a bug, with exit status 3', async () => {
  const out = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const { status, err } = await runCaptured(TOOL, ['--version'], { out });
  expect([status, err]).toEqual([3, expect.stringMatching(/bug of openapi-hono.*\n.*Maximum call/)]);
});

test('prints its help without compilers and HTTP clients, which take much longer to load', () => {
  const loaded = listImports(new URL('./tool.ts', import.meta.url));
  expect(
    loaded.filter((name) =>
      /^(?:@hono|@seriousme|ajv|fast-check|hono|selfsigned|typescript|undici|zod)\b/.test(name),
    ),
  ).toEqual([]);
});
