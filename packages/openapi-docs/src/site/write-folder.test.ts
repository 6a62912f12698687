import { dirname, join } from 'node:path';
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { writeReferenceFolder } from './write-folder.ts';

const operation = (operationId: string) => ({
  operationId,
  tags: ['Склад'],
  responses: { 204: { description: 'Done.' } },
});
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
      '/items': { get: operation('listItems') },
      '/items/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: operation('deleteItem'),
      },
    },
  },
  'document',
);
const files = writeReferenceFolder(MODEL);

test('sections whose titles have no Latin letters have pages of their own', () => {
  const sections = [...files.keys()].filter((path) => path.startsWith('concepts/') && path.endsWith('.md'));
  expect(sections).toEqual(['concepts/section.md', 'concepts/section-2.md', 'concepts/limits.md']);
  expect(files.get('concepts/section-2.md')).toContain('Second.');
});

test('every link of a page leads to a file, so that the folder works without a server', () => {
  const dead = [...files].map(([path, html]) => {
    const links = path.endsWith('.html') ? [...html.matchAll(/ (?:href|src)="(\.[^"#]*)/g)] : [];
    return links.map(([, link = '']) => join(dirname(path), link)).filter((target) => !files.has(target));
  });
  expect(dead.flat()).toEqual([]);
  expect(files.get('index.html')).toContain('href="./operations/list-items/index.html"');
});
