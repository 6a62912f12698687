import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { DOCUMENT, enterProject, runKeyframe } from './run-keyframe.ts';

// A second operation, whose schema is missing.
const BROKEN = `${DOCUMENT}  /gone:
    get:
      operationId: getGone
      responses:
        '200':
          description: Gone.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Gone' }
`;

test.each([
  'mock broken.yaml --explain',
  'mcp broken.yaml --list',
  'generate client broken.yaml --out out/client',
  'generate server broken.yaml --out out/server',
  'generate types broken.yaml --out out/types.ts',
  'docs broken.yaml --out out/reference.html',
])('%s omits operations with problems by --skip-unsupported, and rejects them without', async (line) => {
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': BROKEN });
  const words = line.split(' ');
  expect(await runKeyframe(words)).toMatchObject({ status: 1, err: expect.stringContaining('no target') });
  const { status, err } = await runKeyframe([...words, '--skip-unsupported']);
  expect([status, err]).toEqual([0, expect.stringContaining('skipped: getGone (GET /gone)')]);
});

test('generate client --validate omits operations whose responses cannot be checked', async () => {
  const pattern = String.raw`{ type: object, patternProperties: { '^(a*)*\1$': { type: integer } } }`;
  const slow = BROKEN.replace("{ $ref: '#/components/schemas/Gone' }", () => pattern);
  using _ = enterProject('{ apis: {} }', { 'slow.yaml': slow });
  const words = 'generate client slow.yaml --validate --out out/client'.split(' ');
  expect(await runKeyframe(words)).toMatchObject({ status: 1, err: expect.stringContaining('ReDoS') });
  const { status, err } = await runKeyframe([...words, '--skip-unsupported']);
  expect([status, err]).toEqual([0, expect.stringContaining('skipped: getGone (GET /gone)')]);
});

const HINT = '--skip-unsupported omits operations with problems.';
const GENERATORS = ['client --out out/client', 'server --out out/server', 'types --out out/types.ts'];

const FAULTS = {
  'parameters: [{ name: a, in: query }]': 'parameter "a" has neither',
  '$ref: "#/x-operation"': 'operation cannot be a reference',
};

test.each(GENERATORS)(
  'generate %s rejects what has no description, and reads it leniently',
  async (generator) => {
    for (const [member, message] of Object.entries(FAULTS)) {
      const broken = `${DOCUMENT}  /a:\n    get:\n      ${member}\nx-operation: { responses: {} }\n`;
      using _ = enterProject('{ apis: {} }', { 'broken.yaml': broken });
      const words = `generate ${generator} broken.yaml`.split(' ');
      expect(await runKeyframe(words)).toMatchObject({ status: 1, err: expect.stringContaining(message) });
      const { status, err } = await runKeyframe([...words, '--lenient']);
      expect([status, err]).toEqual([0, expect.stringContaining(message)]);
    }
  },
);

test.each(GENERATORS)('generate %s keeps a document whose head alone has problems', async (generator) => {
  const head = DOCUMENT.replace('3.1.0', '3.1').replace(
    'info:',
    'jsonSchemaDialect: https://a.example/b\ninfo:',
  );
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': head });
  const words = `generate ${generator} broken.yaml`.split(' ');
  expect(await runKeyframe(words)).toMatchObject({ status: 1, err: expect.stringContaining(HINT) });
  const { status, err } = await runKeyframe([...words, '--skip-unsupported']);
  expect(status, err).toBe(0);
  expect(err).toMatch(/#\/openapi .*#\/jsonSchemaDialect /s);
});

test.each(GENERATORS)('generate %s recommends no option that would not help', async (generator) => {
  const files = {
    'gone.yaml': DOCUMENT.replace('type: string', '$ref: none.yaml'),
    'info.yaml': DOCUMENT.replace(/info: .*/, 'info: 5'),
  };
  using _ = enterProject('{ apis: {} }', files);
  for (const name of Object.keys(files)) {
    const { status, err } = await runKeyframe(`generate ${generator} ${name}`.split(' '));
    expect([status, err]).toEqual([1, expect.not.stringContaining(HINT)]);
  }
});

test('docs writes what remains of the document', async () => {
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': BROKEN });
  await runKeyframe(['docs', 'broken.yaml', '--out', 'out/reference.html', '--skip-unsupported']);
  const reference = readFileSync('out/reference.html', 'utf8');
  expect([reference.includes('getThing'), reference.includes('getGone')]).toEqual([true, false]);
});

test('lint reports operations that it omits as warnings', async () => {
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': BROKEN });
  const words = ['lint', 'broken.yaml', '--json'];
  const listErrors = async (line: readonly string[]) => {
    const { findings } = JSON.parse((await runKeyframe(line)).out);
    return findings.flatMap(({ severity, check, pointer }: Record<string, string>) =>
      severity === 'error' && pointer?.includes('gone') ? [check] : [],
    );
  };
  expect(await listErrors(words)).toEqual(
    expect.arrayContaining(['doctor-invalid', 'redocly-security-defined']),
  );
  expect(await listErrors([...words, '--skip-unsupported'])).toEqual([]);
});

test('diff compares neither version of an operation that one omits', async () => {
  using _ = enterProject('{ apis: {} }', {
    'broken.yaml': BROKEN,
    'before.yaml': BROKEN.replace("{ $ref: '#/components/schemas/Gone' }", '{ type: string }'),
  });
  expect(await runKeyframe(['diff', 'before.yaml', 'broken.yaml'])).toMatchObject({ status: 2 });
  const { status, out, err } = await runKeyframe([
    'diff',
    'before.yaml',
    'broken.yaml',
    '--skip-unsupported',
  ]);
  expect([status, err]).toEqual([0, 'skipped: getGone (GET /gone)']);
  expect(out).toBe('keyframe diff: 0 errors, 0 warnings.');
});

test('diff selects operations that only one version has', async () => {
  using _ = enterProject('{ apis: {} }', {
    'before.yaml': BROKEN.replace("{ $ref: '#/components/schemas/Gone' }", '{ type: string }'),
  });
  const { status, out } = await runKeyframe(['diff', 'before.yaml', 'openapi.yaml', '--include', 'getGone']);
  expect([status, out]).toEqual([1, expect.stringContaining('GET /gone')]);
  expect(await runKeyframe(['diff', 'before.yaml', 'openapi.yaml', '--include', 'getThing'])).toMatchObject({
    status: 0,
  });
});

test('test sends nothing to operations that it omits', async () => {
  using _ = enterProject('{ apis: {} }', { 'broken.yaml': BROKEN });
  const paths = new Set<string | undefined>();
  const answer = createServer((request, response) => {
    paths.add(request.url?.split('/')[1]);
    response.setHeader('content-type', 'application/json');
    response.end('{"id":"a"}');
  });
  await using server = await listen(answer);
  const words = ['test', 'broken.yaml', '--server', server.url, '--timeout', '2s'];
  expect(await runKeyframe(words)).toMatchObject({ status: 2, err: expect.stringContaining('no target') });
  const { out, err } = await runKeyframe([...words, '--skip-unsupported']);
  expect(err).toBe('skipped: getGone (GET /gone)');
  expect(out).toContain('keyframe test: 0 errors');
  expect([paths.has('things'), paths.has('gone')]).toEqual([true, false]);
});
