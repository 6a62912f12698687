// Every command can be about some operations only, whether they are named, tagged or pointed at.
import { resolve } from 'node:path';
import { runDiff } from '@keyframe/contract-gate/diff';
import { runLint } from '@keyframe/contract-gate/lint';
import { runRoundTrip } from '@keyframe/contract-gate/round-trip';
import { createDocument, folderWith, serve } from '@keyframe/contract-gate/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gate } from './run-gate.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const operation = (id: string, schema: string, tag: string) => ({
  operationId: id,
  tags: [tag],
  requestBody: {
    content: { 'application/json': { schema: ref(schema), examples: { a: { value: { size: 'x' } } } } },
  },
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: ref('Shared') } } } },
});

/** A document in which everything has the same faults; `length` makes versions of it differ everywhere. */
const createVersion = (length: number) =>
  createDocument(
    {
      '/a': { post: operation('makeA', 'A', 'first') },
      '/b': { post: operation('makeB', 'B', 'second') },
    },
    {
      servers: [{ url: `https://${length}.example.com` }],
      webhooks: { done: { post: operation('tellDone', 'Done', 'third') } },
      components: {
        schemas: Object.fromEntries(
          ['A', 'B', 'Done', 'Shared'].map((name) => [
            name,
            {
              type: 'object',
              properties: { size: { type: 'integer' }, name: { type: 'string', maxLength: length } },
            },
          ]),
        ),
      },
    },
  );

const A = ['#/paths/~1a/post', '#/components/schemas/A', '#/components/schemas/Shared'];

/** Choices that all select the operation `makeA`. */
const CHOICES = [
  { include: ['POST /a'] },
  { include: ['makeA'] },
  { include: ['/a'] },
  { include: ['tag:first'] },
  { include: ['#/paths/~1a'] },
  { include: ['makeA', 'makeB'], exclude: ['tag:second'] },
];

const isOfA = (pointer: string) => A.some((root) => pointer === root || pointer.startsWith(`${root}/`));
let folder: Awaited<ReturnType<typeof folderWith>>;

beforeAll(async () => {
  folder = await folderWith({ 'old.json': createVersion(40), 'new.json': createVersion(20) });
});
afterAll(() => folder[Symbol.asyncDispose]());

const listPointers = ({ findings }: { findings: { pointer: string }[] }) =>
  [...new Set(findings.map(({ pointer }) => pointer))].toSorted();

describe.each(CHOICES)('with %j', (choice) => {
  test('lint reports only problems of the operation and of the parts that it refers to', async () => {
    const all = listPointers(await runLint(folder.at('new.json')));
    const some = listPointers(await runLint(folder.at('new.json'), choice));
    expect(some).toEqual(all.filter(isOfA));
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
  });

  test('diff reports only changes of the operation', async () => {
    const { report: whole } = await runDiff(folder.at('old.json'), folder.at('new.json'));
    const { report } = await runDiff(folder.at('old.json'), folder.at('new.json'), choice);
    const own = whole.findings.filter(({ operation: name }) => name?.startsWith('POST /a'));
    expect(report.findings.map(({ check, pointer }) => ({ check, pointer }))).toEqual(
      own.map(({ check, pointer }) => ({ check, pointer })),
    );
    expect(report.findings.map(({ operation: name }) => name)).toEqual(own.map(() => 'POST /a'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(whole.findings.length);
  });

  test('round-trip compares only the operation, and what it refers to', async () => {
    await using server = await serve(() => ({ status: 200, body: createVersion(20) }));
    const { report: whole } = await runRoundTrip(folder.at('old.json'), server.url);
    const { report } = await runRoundTrip(folder.at('old.json'), server.url, choice);
    expect(listPointers(report)).toEqual(listPointers(whole).filter(isOfA));
    expect(listPointers(report)).toEqual([
      '#/components/schemas/A/properties/name/maxLength',
      '#/components/schemas/Shared/properties/name/maxLength',
    ]);
  });
});

test('reports parts outside of all operations unless an inclusion is set', async () => {
  await using server = await serve(() => ({ status: 200, body: createVersion(20) }));
  const findDifferences = async (choice: object) =>
    listPointers((await runRoundTrip(folder.at('old.json'), server.url, choice)).report);
  const length = (name: string) => `#/components/schemas/${name}/properties/name/maxLength`;
  expect(await findDifferences({ exclude: ['makeB', 'done'] })).toEqual([
    length('A'),
    length('Shared'),
    '#/servers/0/url',
  ]);
  expect(await findDifferences({ include: ['#/servers'] })).toEqual(['#/servers/0/url']);
  expect(await findDifferences({ include: ['done'], exclude: ['#/components/schemas/Shared'] })).toEqual([
    length('Done'),
  ]);
});

test.each([
  ['lint', 'new.json'],
  ['diff', 'old.json', 'new.json'],
  ['round-trip', 'old.json', '--server', 'http://127.0.0.1:9/'],
  ['test', 'old.json', '--server', 'http://127.0.0.1:9/'],
])('%s refuses a filter that no operation fits', async (...words) => {
  await using server = await serve(() => ({ status: 200, body: createVersion(20) }));
  const reached = words.map((word) => word.replace('http://127.0.0.1:9/', server.url.href));
  const filters = ['--include', 'POST /typo', '--include', 'makeA', '--exclude', 'tag:typo'];
  const { code, stderr } = await gate([...reached, ...filters], { cwd: folder.path });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(
      'No operation matches "POST /typo", "tag:typo". Use "POST /v1/x", a path',
    ),
  });
});

test.each<[words: string[], own: string[] | undefined, paths: string[]]>([
  [[], undefined, ['/a', '/b']],
  [[], ['makeA'], ['/a']],
  [['--include', 'makeB'], ['makeA'], ['/b']],
])('ci %j tests the operations of test.include %j before those of read.include: %j', async (...row) => {
  const [words, include, paths] = row;
  await using server = await serve(() => ({ status: 200, body: {} }));
  const test = { propertyRuns: 1, ...(include && { include }) };
  const read = { include: ['/a', '/b'] };
  const main = { document: folder.at('old.json'), server: { url: server.url.href }, read, test };
  const config = `export const config = ${JSON.stringify({ apis: { main } })};`;
  await using configured = await folderWith({ 'keyframe.config.ts': config });
  await gate(['ci', 'main', ...words, '--tool', 'test'], { cwd: configured.path });
  const posts = server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect([...new Set(posts)].toSorted()).toEqual(paths);
});

test('locates findings of Redocly in their file', async () => {
  const { findings } = await runLint(folder.at('new.json'));
  const files = findings.map(({ location }) => resolve(location?.file ?? ''));
  expect(new Set(files)).toEqual(new Set([folder.at('new.json')]));
});
