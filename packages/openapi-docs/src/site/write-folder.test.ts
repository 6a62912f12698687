import { dirname, join } from 'node:path';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeReferenceFolder } from './write-folder.ts';

const operation = (operationId: string) => ({
  operationId,
  tags: ['Склад'],
  responses: { 204: { description: 'Done.' } },
});
const webhook = { post: { summary: 'Сповіщення', responses: { 204: { description: 'Done.' } } } };
const ITEM = {
  type: 'object',
  properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Товар' } } },
};
const MODEL = readModel(
  {
    openapi: '3.1.1',
    info: {
      title: 'Stock',
      version: '1',
      description:
        'About stock. See [the first](#operation/listItems).\n\n## Відповіді\n\nFirst.\n\n## Підпис\n\nSecond.\n\n## Limits\n\nThird.',
    },
    tags: [{ name: 'Склад' }],
    paths: {
      '/items': {
        get: {
          ...operation('listItems'),
          responses: {
            200: {
              description: 'Items.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Товар' } } },
            },
          },
        },
      },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: operation('deleteItem'),
      },
    },
    webhooks: { Оплачено: webhook, Скасовано: webhook, '!': webhook, '?': webhook },
    components: { schemas: { Товар: ITEM, товар: { type: 'string' } } },
  },
  'document',
);
const files = writeReferenceFolder(MODEL);

test.each([
  ['sections', 'concepts/', ['відповіді', 'підпис', 'limits']],
  ['webhooks', 'webhooks/', ['оплачено', 'скасовано', 'webhook', 'webhook-2']],
  ['schemas', 'schemas/', ['товар', 'товар-2']],
])('%s whose names have no Latin letters have pages of their own', (_kind, folder, names) => {
  const pages = [...files.keys()].filter((path) => path.startsWith(folder) && path.endsWith('.md'));
  expect(pages).toEqual(names.map((name) => `${folder}${name}.md`));
});

test('a schema is linked from the bodies and the fields that have it', () => {
  const link = 'href="../../schemas/товар/index.html"';
  expect(files.get('operations/list-items/index.html')?.split(link)).toHaveLength(3);
  expect(files.get('schemas/товар/index.html')).toContain(link);
  expect(files.get('operations/list-items.md')).toContain('[Товар](../schemas/товар.md)');
});

test('every link of a page leads to a file, so that the folder works without a server', () => {
  const dead = [...files].map(([path, html]) => {
    const links = path.endsWith('.html') ? [...html.matchAll(/ (?:href|src)="(\.[^"#]*)/g)] : [];
    return links
      .map(([, link = '']) => join(dirname(path), decodeURI(link)))
      .filter((target) => !files.has(target));
  });
  expect(dead.flat()).toEqual([]);
  expect(files.get('index.html')).toContain('href="./operations/list-items/index.html"');
});
