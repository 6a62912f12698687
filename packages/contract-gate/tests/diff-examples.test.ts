// The messages that show breaking changes, in documents with more than one change.
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import type { Change } from '../src/diff/change.ts';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { createDocument, createModel } from './diff-cases/documents.ts';

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

type Direction = 'request' | 'response';

/** Makes operations that each send, or answer, one schema. */
function createApi(direction: Direction, roots: readonly JsonObject[], schemas: JsonObject = {}): JsonObject {
  const paths = roots.map((schema, index): [string, JsonObject] => {
    const content = { 'application/json': { schema } };
    const ok = { description: 'Done.' };
    const post =
      direction === 'request'
        ? { requestBody: { required: true, content }, responses: { '200': ok } }
        : { responses: { '200': { ...ok, content } } };
    return [`/things${index}`, { post: { operationId: `post${index}`, ...post } }];
  });
  return createDocument({ paths: Object.fromEntries(paths), components: { schemas } });
}

function listErrors(before: JsonObject, after: JsonObject): Change[] {
  const changes = diffDocuments({ old: createModel(before), new: createModel(after) });
  return changes.filter(({ level }) => level === 'error');
}

const createTree = (cases: string[], ends: string[]): JsonObject => ({
  Node: { oneOf: [refer('Frame'), refer('Text'), refer('Line')] },
  Frame: closed(
    { type: text({ enum: ['FRAME'] }), children: { type: 'array', items: refer('Node') } },
    { required: ['type', 'children'] },
  ),
  Text: {
    type: 'object',
    allOf: [refer('Styled'), { properties: { type: text({ enum: ['TEXT'] }) }, required: ['type'] }],
  },
  Styled: { type: 'object', properties: { style: { allOf: [refer('Style')] } } },
  Style: { type: 'object', properties: { textCase: text({ enum: cases }) } },
  Line: closed({ type: text({ enum: ['LINE'] }), end: text({ enum: ends }) }, { required: ['type'] }),
});

test('finds new values of enumerations below recursive alternatives', () => {
  const root = { type: 'object', properties: { document: refer('Frame') }, required: ['document'] };
  const found = listErrors(
    createApi('response', [root], createTree(['UPPER'], ['NONE'])),
    createApi('response', [root], createTree(['UPPER', 'ORIGINAL'], ['NONE', 'CURVED'])),
  );
  expect(found.map(({ rule, message, witness }) => ({ rule, message, witness }))).toEqual([
    {
      rule: 'response-enum-value-added',
      message: 'enum of `document.children[].end` gained "CURVED".',
      witness: { document: { type: 'FRAME', children: [{ type: 'LINE', end: 'CURVED' }] } },
    },
    {
      rule: 'response-enum-value-added',
      message: 'enum of `document.children[].style.textCase` gained "ORIGINAL".',
      witness: { document: { type: 'FRAME', children: [{ type: 'TEXT', style: { textCase: 'ORIGINAL' } }] } },
    },
  ]);
});

const payment = (...names: string[]): JsonObject => closed({ type: text({ enum: names }), data: text() });

test('accepts a value that moved from one alternative to another', () => {
  const before = { oneOf: [payment('card', 'alma'), payment('cash')] };
  const after = { oneOf: [payment('card'), payment('cash'), payment('alma')] };
  expect(listErrors(createApi('request', [before]), createApi('request', [after]))).toEqual([]);
  const lost = { oneOf: [payment('card'), payment('cash')] };
  const [found] = listErrors(createApi('request', [before]), createApi('request', [lost]));
  expect(found).toMatchObject({ rule: 'request-enum-value-removed', witness: { type: 'alma' } });
});

test('does not call a new alternative breaking because of another change', () => {
  const before = { oneOf: [payment('card', 'alma'), payment('cash')] };
  const after = { oneOf: [payment('card'), payment('cash'), payment('klarna')] };
  const found = listErrors(createApi('request', [before]), createApi('request', [after]));
  expect(found.map(({ rule }) => rule)).toEqual(['request-enum-value-removed']);
});

test('shows each of several changes by a message that is valid but for it', () => {
  const createThing = (length: number, size: number, required: string[]): JsonObject => ({
    type: 'object',
    properties: { name: text({ maxLength: length }), size: { type: 'integer', maximum: size }, mode: text() },
    required,
  });
  const before = createApi('request', [createThing(4, 10, ['name', 'size'])]);
  const after = createApi('request', [createThing(2, 5, ['name', 'size', 'mode'])]);
  const witnesses = listErrors(before, after).map(({ rule, witness }) => [rule, witness]);
  const short = expect.stringMatching(/^.{0,2}$/su);
  const long = expect.stringMatching(/^.{3,4}$/su);
  const mode = expect.any(String);
  const small = expect.toSatisfy((size: number) => size <= 5);
  const large = expect.toSatisfy((size: number) => size > 5 && size <= 10);
  expect(Object.fromEntries(witnesses)).toEqual({
    'request-property-became-required': { name: short, size: small },
    'request-max-length-decreased': { name: long, size: small, mode },
    'request-maximum-decreased': { name: short, size: large, mode },
  });
});

test('reports each new member of a closed object with a message that has it', () => {
  const before = createApi('response', [closed({ a: text() })]);
  const after = createApi('response', [closed({ a: text(), b: text(), c: { type: 'integer' } })]);
  expect(listErrors(before, after).map(({ message, witness }) => [message, witness])).toEqual([
    ['An optional property is new: "b".', { b: expect.any(String) }],
    ['An optional property is new: "c".', { c: expect.any(Number) }],
  ]);
});

test('reports a change of a component once, with all operations whose messages contain it', () => {
  const roots = [refer('Thing'), { type: 'object', properties: { thing: refer('Thing') } }];
  const createThing = (values: string[]) => ({
    Thing: { type: 'object', properties: { kind: text({ enum: values }) } },
  });
  const found = listErrors(
    createApi('response', roots, createThing(['a'])),
    createApi('response', roots, createThing(['a', 'b'])),
  );
  expect(found.map(({ message, operations }) => ({ message, operations }))).toEqual([
    {
      message: 'enum of `kind` gained "b".',
      operations: ['POST /things0', 'POST /things1'],
    },
  ]);
});

test.each([{ additionalProperties: true }, { additionalProperties: {} }, {}])(
  'lets an open object get another property, however it is called open: %j',
  (open) => {
    const before = { type: 'object', properties: { a: text() }, ...open };
    const after = { type: 'object', properties: { a: text(), b: text() }, ...open };
    for (const direction of ['request', 'response'] as const) {
      expect(listErrors(createApi(direction, [before]), createApi(direction, [after]))).toEqual([]);
      expect(listErrors(createApi(direction, [after]), createApi(direction, [before]))).toEqual([]);
    }
  },
);

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const FEED = object({ id: text(), url: text(), size: text() }, { required: ['id', 'url', 'size'] });

const COMBINED = [
  {
    title: 'several required properties are gone',
    direction: 'response',
    before: FEED,
    after: object({ id: text() }, { required: ['id'] }),
    examples: { '"url"': { id: expect.any(String) }, '"size"': { id: expect.any(String) } },
  },
  {
    title: 'several required properties are new, and one that stays has other values',
    direction: 'request',
    before: object({ id: text({ enum: ['a', 'b'] }) }, { required: ['id'] }),
    after: object(
      { id: text({ enum: ['c'] }), url: text(), size: text() },
      { required: ['id', 'url', 'size'] },
    ),
    examples: { '"url"': { id: 'a' }, '"size"': { id: 'a' }, '`id`': { id: 'a' } },
  },
  {
    title: 'a closed object is open now, and a required property is gone',
    direction: 'response',
    before: closed({ ids: { type: 'array' } }, { required: ['ids'] }),
    after: object({ data: { type: 'array' } }),
    examples: { '"ids"': {}, additionalProperties: { undeclared: 'undeclared' } },
  },
] as const;

test.each(COMBINED)('finds a message for each change: $title', ({ direction, before, after, examples }) => {
  const found = listErrors(createApi(direction, [before]), createApi(direction, [after]));
  const witnesses = Object.keys(examples).map((name) => [
    name,
    found.find(({ message }) => message.includes(name))?.witness,
  ]);
  expect(Object.fromEntries(witnesses)).toEqual(examples);
});

test('a change that no message can show is no finding', () => {
  const one = text({ enum: ['a'] });
  const models = [one, { oneOf: [one, { type: 'integer' }] }].map((schema) =>
    createModel(createApi('request', [object({ kind: schema })])),
  );
  const [old, own] = models;
  if (!old || !own) throw new Error('The models are missing.');
  const changes = diffDocuments({ old, new: own });
  expect(changes.map(({ level }) => level)).toEqual(changes.map(() => 'info'));
  expect(changes.map(({ rule }) => rule)).toContain('request-condition-changed');
});
