import { type JsonObject, type JsonValue, readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-values';
import { expect, test } from 'vitest';
import { createDocument } from '../../../tests/serve.ts';
import { Conventions } from '../conventions.ts';
import { baseDrafts } from './base-drafts.ts';

const ALERT = {
  type: 'object',
  required: ['size'],
  properties: { size: { const: 1 }, duration: { const: 'x' } },
};

function listBodies(schema: JsonObject): JsonValue[] {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const post = { requestBody, responses: { 201: { description: 'Made.' } } };
  const document = createDocument({ '/alerts': { post } }, { components: { schemas: { Alert: ALERT } } });
  const validators = new ExactValidators(readModel(document, 'document.json'));
  const [operation] = validators.model.operations;
  if (!operation) throw new Error('The document has no operation.');
  const space = new SchemaSpace(validators, 'request');
  const options = { space, seed: 1, conventions: new Conventions(), isBound: () => false };
  return baseDrafts(operation, { ...options, document: validators.model.document }).flatMap(({ body }) =>
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
