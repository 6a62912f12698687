import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

const BREAKING = DOCUMENT.replace('required: [id]', 'required: []');

const ALL = `{ apis: { things: {
  document: 'openapi.yaml',
  outputs: {
    types: { out: 'out/types.ts' },
    server: { out: 'out/server' },
    client: { out: 'out/client', statuses: 'any' },
  },
  diff: { against: 'before.yaml' },
} } }`;

test('generates all outputs, and finds drift', async () => {
  using _ = enterProject(ALL);
  const written = await runKeyframe(['generate', '--json']);
  expect([written.status, written.err]).toEqual([0, '']);
  const results = written.out.split('\n').map((line) => JSON.parse(line));
  expect(results).toMatchObject([
    { written: ['out/types.ts'] },
    { written: expect.any(Array) },
    { written: expect.any(Array) },
  ]);
  expect(readFileSync('out/client/operations.ts', 'utf8')).toContain('getThing');
  expect(await runKeyframe(['generate', '--check'])).toEqual({ status: 0, out: '', err: '' });
  writeFileSync('openapi.yaml', BREAKING);
  const { status, err } = await runKeyframe(['generate', 'things', '--check']);
  expect(status).toBe(1);
  expect(err).toContain('out/types.ts differs');
});

test('compares a document with the version of the configuration', async () => {
  using _ = enterProject(ALL, { 'before.yaml': DOCUMENT });
  expect((await runKeyframe(['diff', '--json'])).status).toBe(0);
  writeFileSync('openapi.yaml', BREAKING);
  const { status, out } = await runKeyframe(['diff', '--json']);
  expect([status, JSON.parse(out).findings]).toMatchObject([
    1,
    [
      {
        severity: 'error',
        location: { file: expect.stringContaining('openapi.yaml'), line: expect.any(Number) },
      },
    ],
  ]);
});

test('diff advises a version, and fails with --check-version if it has not followed', async () => {
  using _ = enterProject(ALL, {
    'before.yaml': DOCUMENT.replace('operationId: getThing', 'operationId: other'),
  });
  const { err } = await runKeyframe(['diff']);
  expect(err).toContain('Version 1.0.0 does not announce the changes since 1.0.0: ');
  const { out, status } = await runKeyframe(['diff', '--check-version', '--json']);
  const { findings } = JSON.parse(out);
  expect(findings.at(-1)).toMatchObject({ check: 'version-not-followed', pointer: '#/info/version' });
  expect(status).toBe(1);
});

test('options of the command line replace those of the configuration', async () => {
  const document = DOCUMENT.replace('operationId: getThing', 'operationId: getThing\n      x-other: 1');
  using _ = enterProject(
    "{ apis: { things: { document: 'openapi.yaml', diff: { against: 'absent.yaml' } } } }",
    {
      'before.yaml': document,
    },
  );
  expect((await runKeyframe(['diff', 'before.yaml', 'openapi.yaml'])).status).toBe(0);
});

test('files of the command line are relative to the current folder', async () => {
  const overlay =
    'overlay: 1.0.0\ninfo: { title: a, version: "1" }\nactions: [{ target: $.info, update: {} }]\n';
  using _ = enterProject("{ apis: { things: { document: 'openapi.yaml' } } }", { 'fixes/own.yaml': overlay });
  process.chdir('fixes');
  expect((await runKeyframe(['lint', 'things', '--overlay', 'own.yaml'])).err).not.toContain(
    'cannot be read',
  );
});

test.each([
  ['{}', ['lint'], 'must export "config" with "apis"'],
  ['{ apis: { a: {} } }', ['lint'], 'apis.a must have a "document"'],
  [
    "{ apis: { a: { document: 'openapi.yaml', sever: {} } } }",
    ['lint'],
    'unknown member "sever" (known: document',
  ],
  [
    "{ apis: { a: { document: 'openapi.yaml', outputs: { server: { out: 'o', fromat: 'x' } } } } }",
    ['generate'],
    'apis.a.outputs.server has an unknown member "fromat"',
  ],
  ["{ apis: { a: { document: 'openapi.yaml' } } }", ['lint', 'b'], '"b" is neither a file nor an API'],
  [
    "{ apis: { a: { document: 'openapi.yaml' }, b: { document: 'openapi.yaml' } } }",
    ['lint'],
    'Name one of the APIs of keyframe.config.ts: a, b.',
  ],
  ["{ apis: { a: { document: 'openapi.yaml' } } }", ['docs'], 'Missing option --out <path>.'],
])('rejects the configuration %s', async (config, words, message) => {
  using _ = enterProject(config);
  const { status, out, err } = await runKeyframe(words);
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test.each([
  [
    "mock: { port: '401O' }",
    ['mock'],
    'apis.a.mock.port must be a whole number from 0 to 65535 (got "401O").',
  ],
  ['mock: { empty: 1 }', ['mock'], 'apis.a.mock.empty must be true or false (got 1).'],
  ['mock: { pace: 3 }', ['mock'], 'apis.a.mock.pace must be a text (got 3).'],
  ["read: { conventions: { cursor: '' , x: [] } }", ['mock'], 'Unknown convention "x"'],
  [
    "test: { timeout: '30' }, server: 'http://127.0.0.1:1'",
    ['test'],
    'apis.a.test.timeout must be a duration',
  ],
  ["diff: { against: 'openapi.yaml', rule: { a: 'of' } }", ['diff'], 'apis.a.diff.rule must be <id>=<level>'],
])('rejects the value %s by its location', async (member, words, message) => {
  using _ = enterProject(`{ apis: { a: { document: 'openapi.yaml', ${member} } } }`);
  const { status, err } = await runKeyframe(words);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});

test('writes the reference as one file', async () => {
  using _ = enterProject(
    "{ apis: { things: { document: 'openapi.yaml', outputs: { docs: { out: 'site/index.html' } } } } }",
  );
  const { status, out } = await runKeyframe(['docs', '--json']);
  expect([status, JSON.parse(out)]).toEqual([0, { written: ['site/index.html'] }]);
  expect(existsSync('site/index.html')).toBe(true);
});

test.each([
  [['mock'], 'Name <document>, or create the file.'],
  [['diff', 'openapi.yaml'], 'Name <old> and <new>, or create the file.'],
  [['generate'], 'keyframe generate client <document> --out <folder>'],
  [['dev'], 'Create it.'],
  [['ci'], 'Create it.'],
])('%j without a configuration says what to do', async (words, advice) => {
  using _ = enterProject('{ apis: {} }');
  rmSync('keyframe.config.ts');
  const { status, err } = await runKeyframe(words);
  expect([status, err]).toEqual([2, expect.stringContaining(advice)]);
});

test('the example that a missing configuration is explained by can be used', async () => {
  using _ = enterProject('{ apis: {} }');
  rmSync('keyframe.config.ts');
  const { err } = await runKeyframe(['generate']);
  const [, example = ''] = /For example: (.*)/.exec(err) ?? [];
  writeFileSync('keyframe.config.ts', example);
  expect(await runKeyframe(['generate'])).toMatchObject({ status: 0 });
  expect(existsSync('client')).toBe(true);
});
