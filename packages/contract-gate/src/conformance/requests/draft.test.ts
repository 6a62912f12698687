import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeDraft } from './draft.ts';

const parameters = [{ name: 'the id', in: 'path', required: true, schema: { type: 'string' } }];

test.each([
  ['/create thing', '/v1/create%20thing'],
  ['/größe/日', '/v1/gr%C3%B6%C3%9Fe/%E6%97%A5'],
  ['/a%20b', '/v1/a%20b'],
  ['/new things/{the id}', '/v1/new%20things/a%20b'],
])('writes the path %s as %s', (path, target) => {
  const get = { ...(path.includes('{') ? { parameters } : {}), responses: {} };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { [path]: { get } } };
  const [operation] = readModel(document, 'document.json').operations;
  if (!operation) throw new Error('The document has no operation.');
  const draft = { operation, parameters: new Map([['path:the id', 'a b']]), body: undefined };
  const context = { basePath: '/v1', headers: {}, keyLocations: new Map(), findParts: () => new Map() };
  expect(writeDraft(draft, context).target).toBe(target);
});
