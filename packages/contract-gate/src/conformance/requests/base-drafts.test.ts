import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { Conventions } from '@keyframe/openapi-resources';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { createDocument } from '../../../tests/serve.ts';
import { type BaseDraft, baseDrafts } from './base-drafts.ts';

const ALERT = {
  type: 'object',
  required: ['size'],
  properties: { size: { const: 1 }, duration: { const: 'x' } },
};

function listDrafts(path: JsonObject): BaseDraft[] {
  const document = createDocument({ '/alerts': path }, { components: { schemas: { Alert: ALERT } } });
  const validators = new ExactValidators(readModel(document, 'document.json'));
  const [operation] = validators.model.operations;
  if (!operation) throw new Error('The document has no operation.');
  const requests = new SchemaSpace(validators, 'request');
  const options = { requests, seed: 1, conventions: new Conventions(), isBound: () => false };
  return baseDrafts(operation, { ...options, document: validators.model.document });
}

const responses = { 200: { description: 'Done.' } };

function listBodies(schema: JsonObject): JsonValue[] {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return listDrafts({ post: { requestBody, responses } }).flatMap(({ body }) =>
    body && 'value' in body ? [body.value] : [],
  );
}

const items = { $ref: '#/components/schemas/Alert' };
const [SMALLEST, FULLEST] = [{ size: 1 }, { size: 1, duration: 'x' }];

test.each<[title: string, schema: JsonObject, bodies: JsonValue[]]>([
  ['an object', items, [SMALLEST, FULLEST]],
  ['a list', { type: 'array', items }, [[SMALLEST], [], [FULLEST]]],
  ['a list of two', { type: 'array', items, minItems: 2, maxItems: 2 }, [[SMALLEST, SMALLEST]]],
])('the valid bodies of %s begin with the smallest one that has an item', (_title, schema, bodies) => {
  expect(listBodies(schema).slice(0, bodies.length)).toEqual(bodies);
});

test.each<[method: string, parameter: JsonObject, value: JsonValue]>([
  ['delete', { required: true, schema: { type: 'boolean' } }, false],
  ['delete', { required: true, schema: { type: 'boolean' }, example: true }, true],
  ['delete', { required: true, schema: { const: 'a' } }, 'a'],
  ['get', { required: true, schema: { type: 'boolean' } }, true],
])('a %s with the query parameter %j sends %j', (method, parameter, value) => {
  const parameters = [{ name: 'soft', in: 'query', ...parameter }];
  const [draft] = listDrafts({ [method]: { parameters, responses } });
  expect(draft?.parameters.get('query:soft')).toBe(value);
});

test.each<[pattern: string, value: JsonValue | undefined]>([
  ['^[ -~]+$', undefined],
  ['^[a-z]$', 'a'],
])('no draft has a header of blanks alone: %s', (pattern, expected) => {
  const schema = { type: 'string', minLength: 1, maxLength: 1, pattern };
  const parameters = [{ name: 'x-note', in: 'header', schema }];
  const values = listDrafts({ get: { parameters, responses } }).map(({ parameters: all }) =>
    all.get('header:x-note'),
  );
  expect(values.filter((value) => typeof value === 'string' && value.trim() === '')).toEqual([]);
  if (expected !== undefined) expect(values).toContain(expected);
});
