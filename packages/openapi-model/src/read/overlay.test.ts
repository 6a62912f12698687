import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inspectDocument, loadDocument } from '../load-document.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: A, version: "1" }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /a:
    get: { operationId: a, tags: [a], responses: {} }
    put: { operationId: b, responses: {} }
`;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-overlay-'));
  await writeFile(join(folder, 'api.yaml'), DOCUMENT);
});

afterEach(() => rm(folder, { recursive: true }));

async function writeOverlays(...texts: readonly string[]): Promise<string[]> {
  const paths = texts.map((_, index) => join(folder, `overlay-${index}.yaml`));
  for (const [index, text] of texts.entries()) await writeFile(paths[index] ?? '', text);
  return paths;
}

const actions = (...lines: readonly string[]) =>
  `overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions:\n${lines.map((line) => `  - ${line}\n`).join('')}`;

const actions11 = (...lines: readonly string[]) => actions(...lines).replace('1.0.0', '1.1.0');

async function apply(...texts: readonly string[]) {
  return loadDocument(join(folder, 'api.yaml'), { overlays: await writeOverlays(...texts) });
}

test.each([
  [
    'an object is merged, a list in it is extended',
    '{ target: "$.paths[\'/a\'].get", update: { summary: S, tags: [b], responses: { "200": { description: ok } } } }',
    (document: Operations) => document.paths['/a'].get,
    {
      operationId: 'a',
      summary: 'S',
      tags: ['a', 'b'],
      responses: { '200': { description: 'ok' } },
    },
  ],
  [
    'an entry is appended to a list',
    '{ target: $.tags, update: { name: d } }',
    (document: Operations) => document.tags,
    [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }],
  ],
  [
    'several nodes of one list are removed',
    '{ target: "$.tags[?@.name != \'b\']", remove: true }',
    (document: Operations) => document.tags,
    [{ name: 'b' }],
  ],
  [
    'all nodes that a target selects are updated',
    '{ target: "$.paths.*[?@.operationId]", update: { deprecated: true } }',
    (document: Operations) => Object.values(document.paths['/a']).map(({ deprecated }) => deprecated),
    [true, true],
  ],
  [
    'removing wins over updating',
    '{ target: "$.paths[\'/a\'].put", update: { summary: S }, remove: true }',
    (document: Operations) => Object.keys(document.paths['/a']),
    ['get'],
  ],
  [
    'a member of any name is an ordinary one',
    '{ target: $.info, update: { __proto__: { polluted: 1 } } }',
    (document: Operations) => [Object.hasOwn(document.info, '__proto__'), ({} as { polluted?: 1 }).polluted],
    [true, undefined],
  ],
])('%s', async (...[, action, read, expected]) => {
  const { document } = await apply(actions(action));
  expect(read(document as unknown as Operations)).toEqual(expected);
});

interface Operations {
  info: object;
  tags: unknown;
  paths: { '/a': Record<string, { deprecated?: boolean }> };
}

test('actions and overlays are applied in order, and the file is not changed', async () => {
  const { document, original, files } = await apply(
    actions(
      '{ target: $.info, update: { title: B } }',
      '{ target: "$[?@.title == \'B\']", update: { summary: S } }',
    ),
    actions('{ target: "$[?@.summary == \'S\']", update: { description: D } }'),
  );
  expect(document.info).toEqual({ title: 'B', version: '1', summary: 'S', description: 'D' });
  expect(original).toEqual(document);
  expect(files).toHaveLength(3);
});

test('a finding in an addition of an overlay is located in the overlay, one after a removed item in the document', async () => {
  const overlays = await writeOverlays(
    actions(
      '{ target: "$.paths[\'/a\'].put", update: { summary: 5, parameters: [{ in: query }] } }',
      '{ target: "$.tags[0]", remove: true }',
    ),
  );
  const { problems, model } = await inspectDocument(join(folder, 'api.yaml'), { overlays });
  expect(problems.map(({ pointer }) => model?.locate(pointer))).toMatchObject([
    { file: overlays[0], line: 4, pointer: '#/actions/0/update/summary' },
    { file: overlays[0], line: 4, pointer: '#/actions/0/update/parameters/0' },
  ]);
  expect(model?.locate('#/tags/0/name')).toMatchObject({ line: 3, pointer: '#/tags/1/name' });
});

test.each([
  ['overlay: 2.0.0\nactions: []', 'must be an OpenAPI Overlay 1.0, 1.1 or 1.2 (got "2.0.0")'],
  ['openapi: 3.1.0', 'must be an OpenAPI Overlay 1.0, 1.1 or 1.2.'],
  [actions11('{ target: $.info, copy: 5 }'), '"copy" must be a JSONPath expression'],
  [actions11('{ target: $.info, copy: "$[" }'), 'The copy $[ is not a valid JSONPath expression'],
  ['overlay: 1.0.0\nactions: []', 'must be a non-empty array'],
  [actions('{ update: {} }'), 'must have a "target"'],
  [actions('{ target: "$.paths[", remove: true }'), 'The target $.paths[ is not a valid JSONPath expression'],
  ['{', 'Invalid YAML'],
])('rejects an invalid overlay: %s', async (text, message) => {
  await expect(apply(text)).rejects.toThrow(message);
});

test.each([
  ['without a change', actions('{ target: $.info }'), 'The action has neither "update"'],
  [
    'with the copy of a later version',
    actions('{ target: $.info, copy: $.tags }'),
    'The action has neither "update"',
  ],
  [
    'with a copy of nothing',
    actions11('{ target: $.info, copy: $.none }'),
    'The copy $.none matches nothing',
  ],
])('an action %s is a warning', async (_name, text, message) => {
  const overlays = await writeOverlays(text);
  const { problems, warnings } = await inspectDocument(join(folder, 'api.yaml'), { overlays });
  expect(problems).toEqual([]);
  expect(warnings[0]?.message).toContain(message);
});

test('an action that selects nothing is a warning', async () => {
  const overlays = await writeOverlays(actions('{ target: $.nothing, remove: true }'));
  const { problems, warnings } = await inspectDocument(join(folder, 'api.yaml'), { overlays });
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([
    {
      file: overlays[0],
      line: 4,
      message: 'The target $.nothing matches nothing, so the action has no effect.',
    },
  ]);
});
