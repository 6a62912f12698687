import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Finding } from '@keyframe/contract-gate';
import { listCheckTexts } from '@keyframe/contract-gate/pages';
import { createDocument, DOCUMENT, folderWith, startThings, WORKFLOW } from '@keyframe/contract-gate/testing';
import { expect, test } from 'vitest';
import { gate, gateProcess } from './run-gate.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const THING = { id: 'a1', size: 3 };
const BROKEN = { id: 'a1', size: 0.5 };

/** The document with a size that may be no larger than given. */
function documentWith(maximum: number): string {
  return JSON.stringify(DOCUMENT).replaceAll('"minimum":1', `"minimum":1,"maximum":${maximum}`);
}

test('a document that keeps what it promised exits with 0, one that breaks it with 1, a wrong command line with 2', async () => {
  await using folder = await folderWith({ 'a.json': documentWith(9), 'b.json': documentWith(10) });
  const cwd = folder.path;
  expect(await gateProcess(['diff', 'b.json', 'a.json'], { cwd })).toMatchObject({ code: 0 });
  const broken = await gateProcess(['diff', 'a.json', 'b.json'], { cwd });
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('[response-maximum-increased]');
  expect(broken.stdout).toContain('this value breaks: {"id"');
  expect(broken.stdout).toContain('replay    keyframe diff a.json b.json');
  expect(await gateProcess(['diff', 'a.json'], { cwd })).toMatchObject({ code: 2 });
  expect(await gateProcess(['diff', 'a.json', 'missing.json'], { cwd })).toMatchObject({ code: 2 });
  expect(await gateProcess(['compare'], { cwd })).toMatchObject({ code: 2 });
  expect(await gateProcess(['test', 'a.json'], { cwd })).toMatchObject({ code: 2 });
});

test('compares documents with keywords of older dialects leniently, and recommends it', async () => {
  const createDocumentWith = (maximum: number) =>
    createDocument({
      '/things': {
        get: {
          responses: {
            '200': {
              description: 'A thing.',
              content: {
                'application/json': { schema: { minimum: 1, exclusiveMinimum: true, maximum } },
              },
            },
          },
        },
      },
    });
  await using folder = await folderWith({
    'a.json': createDocumentWith(10),
    'b.json': createDocumentWith(20),
  });
  const cwd = folder.path;
  const strict = await gate(['diff', 'a.json', 'b.json'], { cwd });
  expect(strict).toMatchObject({ code: 2, stderr: expect.stringContaining('--lenient accepts it') });
  const lenient = await gate(['diff', 'a.json', 'b.json', '--lenient'], { cwd });
  expect(lenient).toMatchObject({ code: 1, stdout: expect.stringContaining('[response-maximum-increased]') });
});

test('ci reads its document by the options of the configuration, whose paths are relative to its folder', async () => {
  const actions = [{ target: '$..schema', update: { maximum: 30, exclusiveMinimum: 0 } }];
  const thing = {
    description: 'A thing.',
    content: { 'application/json': { schema: { exclusiveMinimum: true } } },
  };
  await using folder = await folderWith({
    'a.json': createDocument({ '/things': { get: { responses: { '200': thing } } } }),
    'b.json': createDocument({ '/things': { get: { responses: { '200': thing } } } }),
    'overlay.json': { overlay: '1.0.0', info: { title: 'a', version: '1' }, actions },
  });
  // A module is imported once.
  const run = async (name: string, read: object) => {
    const api = { document: '../b.json', diff: { against: '../a.json' }, read };
    const config = `export const config = { apis: { things: ${JSON.stringify(api)} } };`;
    await mkdir(folder.at(name));
    await writeFile(folder.at(`${name}/keyframe.config.ts`), config);
    return gate(['ci'], { cwd: folder.at(name) });
  };
  expect(await run('strict', {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--lenient accepts it'),
  });
  expect(await run('lenient', { lenient: true })).toMatchObject({ code: 0 });
  expect(await run('overlay', { overlay: ['../overlay.json'] })).toMatchObject({ code: 0 });
});

test('a rule can be set to another level, and the changelog contains compatible changes', async () => {
  await using folder = await folderWith({ 'a.json': documentWith(9), 'b.json': documentWith(10) });
  const cwd = folder.path;
  const lenient = ['--rule', 'response-maximum-increased=info', '--changelog'];
  const { code, stdout } = await gate(['diff', 'a.json', 'b.json', ...lenient], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^### Compatible\n\n- \*\*GET/),
  });
});

test('a report is written in every format', async () => {
  await using folder = await folderWith({ 'a.json': documentWith(9), 'b.json': documentWith(10) });
  const cwd = folder.path;
  const formats = ['json', 'junit', 'sarif', 'html', 'markdown'];
  const report = formats.map((format) => `${format}=out/report.${format}`).join();
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder.at('summary.md') };
  const { stdout } = await gate(['diff', 'a.json', 'b.json', '--report', report], { cwd, env });
  expect(stdout).toContain('::error file=');
  const texts = await Promise.all(
    formats.map((format) => readFile(folder.at(`out/report.${format}`), 'utf8')),
  );
  for (const text of texts) expect(text).toContain('response-maximum-increased');
  const [json = '', , sarif = ''] = texts;
  expect(JSON.parse(json).findings[0]).toMatchObject({ severity: 'error', location: { line: 1 } });
  expect(JSON.parse(sarif)).toMatchObject({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'contract-gate' } } }],
  });
  expect(await readFile(folder.at('summary.md'), 'utf8')).toContain('### Breaking');
});

test('a baseline accepts findings with a reason, and an entry without a finding is reported', async () => {
  const accepted = (entries: readonly object[]) => JSON.stringify({ accepted: entries });
  const known = { check: 'response-maximum-increased', reason: 'No client validates sizes.' };
  await using folder = await folderWith({
    'a.json': documentWith(9),
    'b.json': documentWith(10),
    'good.json': accepted([known]),
    'stale.json': accepted([known, { check: 'operation-removed', reason: 'Gone for good.' }]),
    'silent.json': accepted([{ check: 'operation-removed', reason: ' ' }]),
  });
  const cwd = folder.path;
  const withBaseline = (name: string) => gate(['diff', 'a.json', 'b.json', '--baseline', name], { cwd });
  expect(await withBaseline('good.json')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 accepted'),
  });
  const stale = await withBaseline('stale.json');
  expect(stale.stdout).toContain('The baseline accepts operation-removed, which no longer occurs.');
  expect(await withBaseline('silent.json')).toMatchObject({ code: 2 });
});

test('lint asks Redocly and the doctor', async () => {
  const wrong = JSON.stringify(DOCUMENT).replace('"example":{"id":"a1","size":3}', '"example":{"id":7}');
  await using folder = await folderWith({
    'a.json': wrong,
    'redocly.yaml': 'rules: { operation-description: error }',
  });
  const words = ['lint', 'a.json', '--redocly', 'redocly.yaml'];
  const { code, stdout } = await gate(words, { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain('[redocly-operation-description]');
  expect(stdout).toContain('[doctor-refused-examples]');
});

test('reports the findings of the doctor about a document that Redocly cannot parse', async () => {
  const text = `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /a:
    get:
      responses: {}
      x-a: {
        a: 1
      }
`;
  await using folder = await folderWith({ 'a.yaml': text });
  const { code, stdout } = await gate(['lint', 'a.yaml'], { cwd: folder.path });
  expect(code).toBe(1);
  expect(stdout).toContain(
    'Redocly cannot parse the document: deficient indentation. [redocly-parse-failed]',
  );
  expect(stdout).toContain('  at        a.yaml:9:7 #');
  expect(stdout).toContain('doctor: ');
});

test.each([
  ['', 'The file is empty.'],
  ['# nothing', 'The file is empty.'],
  ['null', 'The document must be an object.'],
  ['text', 'The document must be an object.'],
  ['[]', 'The document must be an object.'],
])('lint reports a file with %j, which Redocly cannot lint', async (text, message) => {
  await using folder = await folderWith({ 'a.yaml': text });
  expect(await gate(['lint', 'a.yaml'], { cwd: folder.path })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`error: ${message} [doctor-invalid]\n  at        a.yaml:1:1 #\n`),
    stderr: '\n',
  });
});

test('round-trip compares the document with the one that is served', async () => {
  const served = { ...DOCUMENT, servers: [{ url: 'http://127.0.0.1' }] };
  await using things = await startThings(THING, served);
  await using folder = await folderWith({ 'openapi.json': DOCUMENT });
  const words = ['round-trip', 'openapi.json', '--server', things.url];
  const differing = await gate(words, { cwd: folder.path });
  expect(differing).toMatchObject({ code: 1, stdout: expect.stringContaining('#/servers/0/url') });
  expect(await gate([...words, '--ignore', '#/servers'], { cwd: folder.path })).toMatchObject({ code: 0 });
  const unserved = await gate(['round-trip', 'openapi.json', '--server', 'http://127.0.0.1:1/'], {
    cwd: folder.path,
  });
  expect(unserved.code).toBe(2);
});

/** Creates a configuration that runs every tool on a server. */
function createConfig(url: string): string {
  return `export const config = { apis: { things: {
  document: 'openapi.json',
  diff: { against: 'openapi.json' },
  server: async () => ({ url: '${url}' }),
  roundTrip: { path: '/openapi.json' },
  respect: { workflows: 'workflows.json' },
  dredd: {},
  prismProxy: {},
  report: { json: 'report.json' },
} } };`;
}

async function runTools(
  thing: unknown,
): Promise<{ code: number; found: Record<string, number>; stdout: string }> {
  await using things = await startThings(thing);
  await using folder = await folderWith({
    'openapi.json': DOCUMENT,
    'workflows.json': WORKFLOW,
    'keyframe.config.ts': createConfig(things.url),
  });
  const { code, stdout } = await gate(['ci'], { cwd: folder.path });
  const { tools } = JSON.parse(await readFile(folder.at('report.json'), 'utf8'));
  const counts = tools.map(({ name, findings }: { name: string; findings: number }) => [name, findings]);
  return { code, found: Object.fromEntries(counts), stdout };
}

test('ci runs every tool without findings for a conforming server', async () => {
  const { code, found, stdout } = await runTools(THING);
  expect(found, stdout).toEqual({ diff: 0, 'round-trip': 0, respect: 0, dredd: 0, 'prism-proxy': 0 });
  expect(code).toBe(0);
});

test('ci reports a server that violates its document, with each tool that can detect it', async () => {
  const { code, found, stdout } = await runTools(BROKEN);
  expect(found, stdout).toMatchObject({ respect: 2, 'prism-proxy': 2 });
  expect(code).toBe(1);
  expect(stdout).toContain('curl -sS -i http://127.0.0.1');
  const missing = await runTools({ id: 'a1' });
  expect(missing.found, missing.stdout).toMatchObject({ dredd: 1 });
});

test('the commands of a report of ci show its findings again', async () => {
  await using things = await startThings(BROKEN);
  await using folder = await folderWith({
    'openapi.json': DOCUMENT,
    'workflows.json': WORKFLOW,
    'keyframe.config.ts': createConfig(things.url).replace('dredd: {}', "test: { seed: 7, timeout: '3s' }"),
  });
  const read = async (): Promise<Finding[]> =>
    JSON.parse(await readFile(folder.at('report.json'), 'utf8')).findings;
  await gate(['ci'], { cwd: folder.path });
  const first = await read();
  // One for each tool.
  const shown = new Map(
    first.map(({ replay = '', check }) => [/--tool (\S+)/.exec(replay)?.[1], { replay, check }]),
  );
  expect([...shown.keys()]).toEqual(expect.arrayContaining(['respect', 'prism-proxy', 'test']));
  for (const { replay, check } of shown.values()) {
    const words = [...replay.matchAll(/'(?<quoted>[^']*)'|(?<bare>\S+)/g)].map(
      ({ groups }) => groups?.quoted ?? groups?.bare ?? '',
    );
    expect(words.shift()).toBe('keyframe');
    expect(await gate(words, { cwd: folder.path }), replay).toMatchObject({ code: 1 });
    expect((await read()).map((finding) => finding.check)).toContain(check);
  }
  expect(await gate(['ci', '--tool', 'nobody'], { cwd: folder.path })).toMatchObject({ code: 2 });
});

test('a check is explained', async () => {
  const { code, stdout } = await gate(['explain', 'response-maximum-increased'], { cwd: ROOT });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('An upper bound was raised or removed'),
  });
  expect(await gate(['explain', 'nothing'], { cwd: ROOT })).toMatchObject({ code: 2 });
});

test('explain without a check lists all, each of which it explains', async () => {
  const { code, stdout } = await gate(['explain'], { cwd: ROOT });
  const names = stdout.trim().split('\n');
  expect([code, names.length]).toEqual([0, listCheckTexts().length]);
  expect(names).toEqual(expect.arrayContaining(['body-schema', 'operation-removed', 'schema-type-removed']));
});
