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
  const menu = printMenu(model, { plans: readReference(model, '#').plans, getAddress: (slug) => slug })
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

test('a page of a large site lists the pages of its group, and links to the first of others', () => {
  const names = Array.from({ length: 70 }, (_, index) => `read${index}`);
  const paths = Object.fromEntries(
    names.map((name, index) => [`/${name}`, operation(name, index < 2 ? 'a' : 'b')]),
  );
  const model = readModel({ openapi: '3.1.1', info: { title: 'Large', version: '1' }, paths }, 'document');
  const { plans } = readReference(model, '#');
  const menu = printMenu(model, { plans, getAddress: (slug) => slug, current: 'operations/read1' });
  const links = [...menu.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link);
  expect(links).toEqual(['index', 'operations/read0', 'operations/read1', 'operations/read2']);
  expect(menu).toContain('data-slug="operations/read1" aria-current="page"');
});
