import { type JsonValue, readModel, type Schema } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test, vi } from 'vitest';
import { BodyCases } from './body-cases.ts';
import type { Draft } from './draft.ts';

function prepare(schema: Schema, type = 'application/json') {
  const post = { requestBody: { content: { [type]: { schema } } }, responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { post } } };
  const validators = new ExactValidators(readModel(document, 'a.json'));
  const [operation] = validators.model.operations;
  const mediaType = operation?.requestBody?.content[0];
  if (!operation || !mediaType) throw new Error('The document has no operation with a body.');
  const space = new SchemaSpace(validators, 'request');
  const draft = (value: JsonValue): Draft => ({
    operation,
    parameters: new Map(),
    body: { mediaType, value },
  });
  return { space, mediaType, draft, cases: new BodyCases(space, createRandom(1)) };
}

const SIZE: Schema = { type: 'object', properties: { size: { type: 'integer', maximum: 9 } } };
const NAME: Schema = { type: 'string', maxLength: 3 };

test('lists values around a limit with the valid request that each differs from', () => {
  const { cases, draft } = prepare(SIZE);
  const twin = draft({ size: 5 });
  const found = [...cases.generate(twin)].filter(({ pointer }) => pointer.endsWith('/maximum'));
  expect(found.map(({ label, expectation }) => [label, expectation])).toEqual(
    expect.arrayContaining([
      ['`size` = 9 (maximum: 9)', 'valid'],
      ['`size` = 8 (maximum: 9)', 'valid'],
      ['`size` = 10 (maximum: 9)', 'invalid'],
    ]),
  );
  for (const one of found) expect(one).toMatchObject({ twin, kept: { body: ['size'] } });
});

test('names the rule that a value violates, which may be another one than the tried keyword', () => {
  const name = prepare({ properties: { name: { type: 'string', pattern: '^[A-Z]+$' } } });
  const listRules = ({ cases, draft }: ReturnType<typeof prepare>, value: JsonValue) =>
    [...cases.generate(draft(value))].flatMap(({ expectation, label, pointer }) =>
      expectation === 'invalid' ? [`${label} ${pointer.split('/').at(-1)}`] : [],
    );
  expect(listRules(name, { name: 'A' })).toContain('`name` = "" (pattern: ^[A-Z]+$) pattern');
  const overlap = prepare({ oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'number' }] });
  expect(listRules(overlap, 'a')).toContain('the body = 7 (oneOf: 1 matching branch, not 2) oneOf');
});

test('tests a keyword once, whichever items of lists contain its values', () => {
  const { cases, draft } = prepare({ type: 'array', items: { type: 'integer', maximum: 9 } });
  const listLimits = (value: JsonValue) =>
    [...cases.generate(draft(value))].filter(({ pointer }) => pointer.endsWith('/maximum'));
  const labels = listLimits([5, 4]).map(({ label }) => label);
  expect(labels.filter((label) => !label.startsWith('`0` = '))).toEqual([]);
  expect([labels.length > 0, listLimits([3])]).toEqual([true, []]);
});

test('keeps no part of a body that is tested as a whole', () => {
  const { cases, draft } = prepare({ required: ['size'] });
  const [found] = [...cases.generate(draft({ size: 5, name: 'a' }))].filter(({ pointer }) =>
    pointer.endsWith('/required'),
  );
  expect(found).toMatchObject({
    expectation: 'invalid',
    label: 'the body without "size" (required: ["size"])',
  });
  expect(found).not.toHaveProperty('kept');
});

test('expects neither success nor rejection of a valid text with control characters', () => {
  const { cases, draft } = prepare({ type: 'string' });
  const odd = [...cases.generate(draft('a'))].filter(({ expectation }) => expectation === 'either');
  expect(odd.length).toBeGreaterThan(0);
});

test('lists nothing for a request without a body, or with bytes', () => {
  const { cases, draft } = prepare(NAME);
  const bytes: Draft = { ...draft('a'), body: { contentType: 'text/plain', bytes: Buffer.from('a') } };
  expect([...cases.generate({ ...draft('a'), body: undefined }), ...cases.generate(bytes)]).toEqual([]);
});

test('generates a case without waiting for all those of a large body', () => {
  const names = Array.from({ length: 300 }, (_, index) => `name${index}`);
  const { cases, draft, space } = prepare({
    properties: Object.fromEntries(names.map((name) => [name, NAME])),
  });
  const large = draft(Object.fromEntries(names.map((name) => [name, 'a'])));
  const accepts = vi.spyOn(space, 'accepts');
  expect(cases.generate(large).next().value).toMatchObject({ twin: large });
  expect(accepts.mock.calls.length).toBeLessThan(10);
});
