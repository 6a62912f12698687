import { readModel } from '@keyframe/openapi-model';
import { ExactValidators } from '@keyframe/openapi-schema/validators';
import { SchemaSpace } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { readOperation } from '../../../tests/read-operation.ts';
import { describedMembers, describedValues, describesType } from './described-members.ts';

test('lists the members of all branches and references, each once', () => {
  const kinds = { properties: { kind: true } };
  const schema = {
    properties: { own: true },
    allOf: [{ properties: { joined: true } }],
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    if: true,
    else: { properties: { otherwise: true } },
  };
  const schemas = { Cat: { properties: { kind: true, lives: true } }, Dog: kinds, A: schema };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  };
  const space = new SchemaSpace(new ExactValidators(readModel(document, 'a.json')), 'request');
  const members = describedMembers(space, { schema, pointer: '#/components/schemas/A' });
  expect([...members.keys()].sort()).toEqual(['joined', 'kind', 'lives', 'otherwise', 'own']);
});

test('lists the values and types behind references and in branches', () => {
  const { operation, session } = readOperation(
    [
      {
        name: 'q',
        schema: { anyOf: [{ $ref: '#/components/schemas/Kind' }, { type: 'boolean' }, { type: 'null' }] },
      },
    ],
    { Kind: { type: 'string', enum: ['a', 'b'] } },
  );
  const [parameter] = operation.parameters;
  if (!parameter?.schema) throw new Error('The document has no parameter.');
  const node = session.requests.node(parameter.schema);
  expect(describedValues(node)).toEqual(['a', 'b', true, false]);
  expect(
    ['boolean', 'null', 'string', 'object'].map((type) => describesType(node, type as 'object')),
  ).toEqual([true, true, true, false]);
});
