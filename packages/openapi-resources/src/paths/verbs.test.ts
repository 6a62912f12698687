import { type Method, type Operation, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { Conventions } from '../conventions/conventions.ts';
import { hasVerbs, readVerbs } from './verbs.ts';

function read(method: Method, path: string): Operation | undefined {
  const responses = { 200: { description: 'Done.' } };
  const document = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { [path]: { [method]: { responses } } },
  };
  const model = readModel(document, 'document', { lenient: true });
  return readVerbs(model, new Conventions()).operations[0];
}

test.each<[operation: [Method, string], method: Method, path: string]>([
  [['get', '/stores/{id}'], 'get', '/stores/{id}'],
  [['get', '/stores/get/{id}'], 'get', '/stores/{id}'],
  [['post', '/stores/get'], 'query', '/stores'],
  [['post', '/stores/create'], 'post', '/stores'],
  [['put', '/stores/add'], 'post', '/stores'],
  [['put', '/stores/update/{id}'], 'put', '/stores/{id}'],
  [['post', '/stores/Edit/{id}'], 'patch', '/stores/{id}'],
  [['post', '/stores/{id}/delete'], 'delete', '/stores/{id}'],
  [['get', '/stores/remove/{id}'], 'delete', '/stores/{id}'],
  [['get', '/stores({delete})'], 'get', '/stores/{delete}'],
  [['get', '/updates/{id}'], 'get', '/updates/{id}'],
  [['get', '/address/{id}'], 'get', '/address/{id}'],
])('%j means %s %s', ([method, path], expected, resourcePath) => {
  const operation = read(method, path);
  expect([operation?.resourceMethod, operation?.resourcePath]).toEqual([expected, resourcePath]);
  expect(operation && hasVerbs(operation)).toBe(
    /get\/|get$|create|add$|\/update\/|Edit|\/delete|remove/.test(path),
  );
});
