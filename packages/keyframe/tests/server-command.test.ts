import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPAIRS } from '@keyframe/openapi-model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-hono-'));
});

afterEach(() => rm(folder, { recursive: true }));

const run = (...words: string[]) => runKeyframe(words);

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
  const first = await run('generate', 'server', document, '--out', out);
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
  expect(await run('generate', 'server', document, '--out', out, '--check')).toEqual({
    status: 0,
    out: '',
    err: '',
  });
  expect(await run('generate', 'server', document, '--out', out)).toEqual({ status: 0, out: '', err: '' });
});

test('a check lists what differs, is missing or is stale, names the repair, and writes nothing', async () => {
  const document = await writeDocument({ A: { type: 'string' } });
  const out = join(folder, 'generated');
  await run('generate', 'server', document, '--out', out);
  const firstLine = (await readFile(join(out, 'index.ts'), 'utf8')).split('\n')[0];
  await writeFile(join(out, 'index.ts'), 'edited');
  await writeFile(join(out, 'old.ts'), `${firstLine}\n`);
  await writeFile(join(out, 'by-hand.ts'), 'kept');
  await rm(join(out, 'routes.ts'));
  const { status, err } = await run('generate', 'server', document, '--out', out, '--check');
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
  const { status, err } = await run('generate', 'server', document, '--out', join(folder, 'generated'));
  expect([status, err]).toEqual([1, expect.stringContaining('#/components/schemas/A/minLength')]);
  expect(await readdir(folder)).toEqual(['api.json']);
});

test('a folder that cannot be written to is wrong usage', async () => {
  const document = await writeDocument({ A: true });
  const { status, err } = await run('generate', 'server', document, '--out', document);
  expect([status, err]).toEqual([2, expect.stringContaining('A file with this name exists.')]);
});

test('lists findings by file, line, column and pointer, and as JSON with --json', async () => {
  const document = await writeDocument({ A: { type: 'strin' } });
  const words = ['generate', 'server', document, '--out', join(folder, 'generated')];
  const location = { file: document, line: 1, column: 99, pointer: '#/components/schemas/A/type' };
  expect((await run(...words)).err).toContain(`${document}:1:99 #/components/schemas/A/type `);
  const { status, out } = await run(...words, '--json');
  expect([status, JSON.parse(out)]).toEqual([1, { problems: [expect.objectContaining(location)] }]);
});

test('prints results as JSON with --json', async () => {
  const document = await writeDocument({ A: { type: 'string' } });
  const words = ['generate', 'server', document, '--out', join(folder, 'generated'), '--json'];
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

test('lint lists the errors of a document, and as notes what other tools change in it', async () => {
  const document = await writeDocument({ A: { type: 'object', contains: {}, nullable: true } });
  const { out } = await run('lint', document, '--json');
  const findings: { check: string; severity: string }[] = JSON.parse(out).findings;
  const doctorFindings = findings.filter(({ check }) => check.startsWith('doctor-'));
  expect(doctorFindings.map(({ check, severity }) => [check, severity])).toEqual([
    ['doctor-nullable', 'warning'],
    ['doctor-dialect', 'note'],
    ['doctor-dropped-keywords', 'note'],
  ]);
});

test.each([
  [['generate', 'server', '--out', 'x'], 'Expected exactly one document.'],
  [['lint', 'a', 'b'], 'Expected <document>, the name of an API, or nothing.'],
  [['generate', 'server', 'a'], 'Missing option --out <folder>.'],
  [['round-trip', 'a.yaml'], 'Missing option --server <url>, or --app <module>.'],
  [
    ['generate', 'server', 'a', '--out', 'x', '--check', '--watch'],
    '--check and --watch cannot be combined.',
  ],
  [
    ['generate', 'server', 'a', '--out', 'x', '--formats', 'maybe'],
    '--formats must be assert or annotate (got "maybe").',
  ],
  [['lint', 'a', '--lenient-rule', 'x'], `--lenient-rule must be one of ${REPAIRS.join(', ')} (got "x").`],
  [['lint', '/nowhere/api.json'], '/nowhere/api.json: The file cannot be read. Check its path.'],
])('%j: %s', async (words, message) => {
  const { status, err } = await run(...words);
  expect([status, err.split('\n')[0]]).toEqual([2, message]);
});

test('warns of annotations, and treats formats as annotations on request', async () => {
  const document = await writeDocument({ A: { nullable: true, format: 'date' } });
  const out = join(folder, 'annotated');
  const { status, err } = await run('generate', 'server', document, '--out', out, '--formats', 'annotate');
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^warning: .*#\/components\/schemas\/A\/nullable/m),
  ]);
  expect(await readFile(join(out, 'schemas.ts'), 'utf8')).not.toContain('textFormat');
  expect((await run('generate', 'server', document, '--out', out, '--formats', 'maybe')).status).toBe(2);
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
  const { status, out } = await run('generate', 'server', document, '--out', join(folder, 'out'), '--json');
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
  expect((await run('generate', 'server', document, '--out', out)).status).toBe(1);
  const { status, err } = await run('generate', 'server', document, '--out', out, '--lenient');
  expect(status).toBe(0);
  expect(err.match(/^warning: .*/gm)).toHaveLength(3);
  const emitted = await readFile(join(out, 'document.json'), 'utf8');
  expect(emitted).toContain('"exclusiveMinimum":true');
  expect(await readFile(join(out, 'schemas.ts'), 'utf8')).toContain('gt(1)');
  expect((await readFile(join(out, 'index.ts'), 'utf8')).split('\n')[0]).toContain('--lenient`');
  const rules = ['--lenient-rule', 'boolean-bounds', '--lenient-rule', 'duplicate-operation-id'];
  expect((await run('generate', 'server', document, '--out', out, ...rules)).err).toContain('{a}');
});

test('reports unsupported parts that were read leniently, and omits them on request', async () => {
  const document = await writeParts('api.json', {
    paths: { '/a': {}, '/a?b={c}': get('a'), '/b': get('b') },
  });
  const words = ['generate', 'server', document, '--out', join(folder, 'out'), '--lenient'];
  const refused = await run(...words);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('has a parameter in its query')]);
  const left = await run(...words, '--skip-unsupported');
  expect([left.status, left.err]).toEqual([0, expect.stringContaining('a (GET /a?b={c})')]);
});

test('reports each rule that accepts a part', async () => {
  const document = await writeParts('api.json', {
    components: { schemas: { A: { pattern: '^((a\\-)+)\\1$' } } },
  });
  const { out } = await run(
    'generate',
    'server',
    document,
    '--out',
    join(folder, 'out'),
    '--lenient',
    '--json',
  );
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
  const { status, err } = await run(
    'generate',
    'server',
    document,
    '--out',
    join(folder, 'out'),
    '--overlay',
    overlay,
  );
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
    const { status, err } = await run('generate', 'server', document, '--out', join(folder, 'out'), ...words);
    if (status !== 0) return err;
    const text = await readFile(join(folder, 'out/schemas.ts'), 'utf8');
    return Array.from(text.matchAll(/export const (\w)\b/g), ([, name]) => name).join('');
  };
  expect(await listSchemas('--include', 'a')).toBe('A');
  expect(await listSchemas('--include', 'GET /a', '--include', 'tag:t')).toBe('ACB');
  expect(await listSchemas('--exclude', '/a')).toBe('ACB');
  expect(await run('lint', document, '--include', 'z')).toMatchObject({
    status: 2,
    err: expect.stringContaining('No operation matches "z".'),
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
  const words = ['generate', 'server', document, '--out', join(folder, 'out')];
  expect((await run(...words)).status).toBe(1);
  const { status, err } = await run(...words, '--skip-unsupported');
  expect(status).toBe(0);
  expect(err.match(/^skipped: .*/gm)).toEqual(['skipped: b (GET /b)', 'skipped: c (GET /c)']);
  expect(await readFile(join(folder, 'out/routes.ts'), 'utf8')).toMatch(/ a: ARoute/);
  const emitted = await readFile(join(folder, 'out/document.json'), 'utf8');
  expect(emitted).not.toMatch(/minLength|matrix|next/);
});
