import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { printMenu } from './menu.ts';
import { readReference } from './reference.ts';

const operation = (operationId: string, ...tags: string[]) => ({
  get: { operationId, tags, responses: { 200: { description: 'Done' } } },
});

test('tags of OpenAPI 3.2 are nested, and badges are no groups', () => {
  const model = readModel(
    {
      openapi: '3.2.0',
      info: { title: 'Shop', version: '1' },
      tags: [
        { name: 'books', parent: 'products', summary: 'Books' },
        { name: 'products' },
        { name: 'beta', kind: 'badge' },
      ],
      paths: {
        '/a': operation('readBook', 'beta', 'books'),
        '/b': operation('readProduct', 'products'),
        '/c': operation('readOther', 'extra'),
        '/d': operation('readBare'),
      },
    },
    'document',
  );
  const menu = printMenu(model, readReference(model, '#').plans, (slug) => slug)
    .replaceAll(/<a href="[^"]*" data-slug="([^"]*)">.*?<\/a>/g, '$1')
    .replaceAll(/<\/?(?:ul|li)>/g, '')
    .replaceAll(/\s+/g, ' ');
  const group = (title: string, content: string) =>
    `<details open><summary>${title}</summary> ${content} </details>`;
  expect(menu).toBe(
    [
      'index',
      group('products', `operations/read-product ${group('Books', 'operations/read-book')}`),
      group('extra', 'operations/read-other'),
      group('Operations', 'operations/read-bare'),
    ].join(' '),
  );
});
