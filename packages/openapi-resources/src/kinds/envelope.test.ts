import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { findEnvelope } from './envelope.ts';

const own = { type: 'object', properties: { id: { type: 'string' } } };
const other = { type: 'object', properties: { Self: { type: 'string' } } };

test.each([
  ['the body itself', own, []],
  ['its only object', { properties: { pet: own } }, ['pet']],
  ['a usual name', { properties: { links: other, data: own } }, ['data']],
  ['a usual name with a capital letter', { properties: { Risk: other, Links: other, Data: own } }, ['Data']],
  ['the name of the resource', { properties: { links: own, pet: own } }, ['pet']],
  ['no other of several objects', { properties: { links: other, dog: own } }, undefined],
])('finds %s', (_, schema, expected) => {
  const content = { 'application/json': { schema } };
  const get = { responses: { 200: { description: 'x', content } } };
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths: { '/x': { get } } };
  const model = readModel(document, 'document');
  const reader = createReader(model);
  const node = findSuccessSchema(reader.model.operations[0], reader);
  expect(findEnvelope(node, { idNames: ['id'], reader, itemPath: '/pets/{id}' })?.path).toEqual(expected);
});
