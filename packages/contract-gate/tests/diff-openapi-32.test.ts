import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { diffDocuments } from '../src/diff/diff-documents.ts';
import { DOCUMENT_CASES } from './diff-cases/document-cases.ts';
import { createDocument, createModel } from './diff-cases/documents.ts';

const upgrade = (document: JsonObject): JsonObject => ({ ...document, openapi: '3.2.0' });

test.each(DOCUMENT_CASES)('an upgrade to OpenAPI 3.2 changes nothing: $title', ({ after }) => {
  expect(diffDocuments({ old: createModel(after), new: createModel(upgrade(after)) })).toEqual([]);
});

function createStream(itemSchema: JsonObject): JsonObject {
  const content = { 'application/jsonl': { itemSchema } };
  const get = { responses: { 200: { description: 'Done.', content } } };
  return upgrade(createDocument({ paths: { '/things': { get } } }));
}

function listRules(before: JsonObject, after: JsonObject): string[] {
  const changes = diffDocuments({ old: createModel(before), new: createModel(after) });
  return changes.map(({ rule, level }) => `${level} ${rule}`);
}

test('the items of a stream are compared', () => {
  const narrow = createStream({ type: 'string', maxLength: 5 });
  const wide = createStream({ type: 'string' });
  expect(listRules(narrow, wide)[0]).toMatch(/^error /);
  expect(listRules(wide, narrow).filter((rule) => rule.startsWith('error'))).toEqual([]);
});

test('methods of OpenAPI 3.2 are compared', () => {
  const operation = { responses: { 200: { description: 'Done.' } } };
  const create = (item: JsonObject) => upgrade(createDocument({ paths: { '/things': item } }));
  const before = create({ query: operation, additionalOperations: { COPY: operation } });
  expect(listRules(before, create({ query: operation }))).toEqual(['error operation-removed']);
  expect(listRules(before, create({ additionalOperations: { COPY: operation } }))).toEqual([
    'error operation-removed',
  ]);
});

test('an upgrade that keeps x-item-schema, or renames it, changes nothing', () => {
  const item: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const create = (member: string): JsonObject => {
    const content = { 'application/jsonl': { [member]: item } };
    return createDocument({
      paths: { '/things': { get: { responses: { 200: { description: 'Done.', content } } } } },
    });
  };
  expect(listRules(create('x-item-schema'), upgrade(create('x-item-schema')))).toEqual([]);
  expect(listRules(create('x-item-schema'), upgrade(create('itemSchema')))).toEqual([]);
});
