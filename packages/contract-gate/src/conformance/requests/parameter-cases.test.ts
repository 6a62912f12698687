import { type JsonValue, type Parameter, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { createRandom, SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { parameterKey } from './draft.ts';
import { isWritable, parameterCases, parameterExpectation } from './parameter-cases.ts';

function prepare(written: Record<string, JsonValue>) {
  const path = written.in === 'path' ? '/a/{q}' : '/a';
  const get = { parameters: [{ name: 'q', ...written }], responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { [path]: { get } } };
  const validators = new ExactValidators(readModel(document, 'a.json'));
  const [operation] = validators.model.operations;
  const [parameter] = operation?.parameters ?? [];
  if (!operation || !parameter) throw new Error('The document has no parameter.');
  return { operation, parameter, requests: new SchemaSpace(validators, 'request') };
}

const PATH = { in: 'path', required: true, schema: { type: 'string', pattern: '^[^/]+$' } };

test.each<[value: JsonValue, expected: boolean]>([
  ['\u{1F600}', true],
  ['\ud83d', false],
  ['\u0001', false],
  [['a', '\udc00'], false],
  [{ '\ud83d': 1 }, false],
])('sends %j in a query: %s', (value, expected) => {
  const { parameter } = prepare({ in: 'query', schema: {} });
  expect(isWritable(parameter, value)).toBe(expected);
});

test('a member that is null is not invalid, since it may be missing from the text', () => {
  const { parameter, requests } = prepare({
    in: 'query',
    style: 'deepObject',
    schema: { type: 'object', properties: { min: { type: 'integer' } } },
  });
  const context = { requests, conventions: new Conventions() };
  expect(parameterExpectation(context, parameter, { value: { min: null }, isValid: false })).toBeUndefined();
  expect(parameterExpectation(context, parameter, { value: { min: 'x' }, isValid: false })).toBe('invalid');
});

test('names the rule that the text of a value violates, and the location of the value', () => {
  const { operation, requests } = prepare({
    in: 'query',
    schema: { type: 'string', format: 'uuid' },
  });
  const draft = { operation, parameters: new Map() };
  const findValue = () => 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
  const options = { requests, conventions: new Conventions(), random: createRandom(1), findValue };
  const cases = parameterCases(draft, options).filter(({ expectation }) => expectation === 'invalid');
  expect(cases.map(({ pointer }) => pointer.split('/').at(-1))).not.toContain('type');
  expect(cases.map(({ label }) => label)).toContain('query parameter `q` = "" (format: uuid)');
  expect(cases[0]?.tested?.location).toBe('query parameter `q`');
});

test('names the parameter of an item', () => {
  const { operation, requests } = prepare({
    in: 'query',
    schema: { type: 'array', items: { type: 'integer' } },
  });
  const options = { requests, conventions: new Conventions(), random: createRandom(1), findValue: () => [7] };
  const labels = parameterCases({ operation, parameters: new Map() }, options).map(({ label }) => label);
  expect(labels.filter((label) => label.startsWith('`0` of query parameter `q` = '))).not.toEqual([]);
});

test('lists no case of a path whose text ends within a character', () => {
  const { operation, parameter, requests } = prepare(PATH);
  const key = parameterKey(parameter);
  const draft = { operation, parameters: new Map([[key, 'a\u{1F600}']]) };
  const findValue = ({ name }: Parameter) => (name === 'q' ? 'a\u{1F600}' : undefined);
  const options = { requests, conventions: new Conventions(), random: createRandom(1), findValue };
  const cases = parameterCases(draft, options);
  const texts = cases.map(({ draft: { parameters } }) => String(parameters.get(key)));
  expect(texts).toContain('a');
  expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
});

test('a member that is null, which no style can write, may be rejected', () => {
  const { operation, parameter, requests } = prepare({
    in: 'header',
    schema: { type: 'object', properties: { a: { type: ['string', 'null'] } } },
  });
  const options = {
    requests,
    conventions: new Conventions(),
    random: createRandom(1),
    findValue: () => ({ a: null }),
  };
  const cases = parameterCases({ operation, parameters: new Map() }, options).filter(
    ({ draft }) => JSON.stringify(draft.parameters.get(parameterKey(parameter))) === '{"a":null}',
  );
  expect(cases.map(({ expectation }) => expectation)).toContain('either');
  expect(cases.map(({ expectation }) => expectation)).not.toContain('valid');
});

test('an object behind a reference is not sent as another value, since its properties are separate parameters', () => {
  const { operation, session } = readOperation(
    [{ name: 'q', style: 'form', explode: true, schema: { $ref: '#/components/schemas/Filter' } }],
    { Filter: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } } },
  );
  const { requests, conventions } = session;
  const findValue = () => ({ size: 1 });
  const options = { requests, conventions, random: createRandom(1), findValue };
  const values = parameterCases({ operation, parameters: new Map() }, options).map(
    ({ tested }) => tested?.value,
  );
  expect(values.filter((value) => typeof value !== 'object')).toEqual([]);
});

test.each<[schema: JsonValue, expected: string[]]>([
  [{ type: 'array', items: { type: 'string' } }, ['valid']],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, ['either']],
])('a list of an empty text may be read as an empty list: %j', (schema, expected) => {
  const { operation, requests } = prepare({ in: 'query', schema, explode: false });
  const options = {
    requests,
    conventions: new Conventions(),
    random: createRandom(1),
    findValue: () => ['a'],
  };
  const cases = parameterCases({ operation, parameters: new Map() }, options);
  const found = cases.filter(({ tested }) => JSON.stringify(tested?.value) === '[""]');
  expect(found.map(({ expectation }) => expectation)).toEqual(expected);
});
