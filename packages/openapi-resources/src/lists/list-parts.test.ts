import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { formatEvidence } from '../evidence.ts';
import { listParts } from './list-parts.ts';

const THINGS = {
  type: 'array',
  items: {
    properties: { id: { type: 'string' }, status: { type: 'string' }, created_at: { type: 'string' } },
  },
};

test('lists the parts of a list with their evidence', () => {
  const names = ['limit', 'cursor', 'sort', 'q', 'status', 'createdAt', 'created_after', 'verbose'];
  const properties = {
    warnings: THINGS,
    things: THINGS,
    total: { type: 'integer' },
    next_cursor: { type: 'string' },
  };
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const get = {
    parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: { 200: { description: 'It.', content } },
  };
  const info = { title: 'Things', version: '1' };
  const model = readModel({ openapi: '3.1.1', info, paths: { '/things': { get } } }, 'document.json');
  const [operation] = model.operations;
  const parts = operation ? listParts(createReader(model), operation) : [];
  expect(parts.map(({ text, evidence }) => `${text}: ${formatEvidence(evidence)}`)).toEqual([
    'items at "things": path, the path ends with "things"',
    'limit "limit": name, one of the names of limit',
    'cursor "cursor": name, one of the names of cursor',
    'next page by "cursor" with "next_cursor": name, a member names the next value of a parameter, or its URL',
    'total "total": name, one of the names of total',
    'sort "sort": name, one of the names of sort',
    'search "q": name, one of the names of search',
    'filter "status": schema, a member of the items',
    'filter "createdAt" of "created_at": name, the name of a member, written differently',
    'lower bound "created_after" of "created_at": name, a word of a bound beside the name of a member',
  ]);
});
