import { expect, test } from 'vitest';
import { inspectModel } from '../model/read-model.ts';

const list = (name: string, location: string, collectionFormat?: string) => ({
  name,
  in: location,
  required: location === 'path',
  type: 'array',
  items: { type: 'string' },
  ...(collectionFormat && { collectionFormat }),
});

const DOCUMENT = {
  swagger: '2.0',
  info: { title: 'Lists', version: '1' },
  parameters: { shared: list('shared', 'formData', 'ssv'), tabs: list('tabs', 'query', 'tsv') },
  paths: {
    '/a/{list}': {
      post: {
        operationId: 'a',
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          list('plain', 'formData'),
          list('pipes', 'formData', 'pipes'),
          list('multi', 'formData', 'multi'),
          list('tsv', 'formData', 'tsv'),
          list('list', 'path', 'pipes'),
          list('X-L', 'header', 'ssv'),
          list('q', 'query'),
          { $ref: '#/parameters/shared' },
          { $ref: '#/parameters/tabs' },
        ],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

const { model, warnings } = inspectModel(DOCUMENT, 'lists.json');

test('lists in forms are separated as Swagger 2.0 defines', () => {
  const [mediaType] = model?.operations[0]?.requestBody?.content ?? [];
  const styles = mediaType?.encoding.map(({ name, style, explode }) => [name, style, explode]);
  expect(styles).toEqual([
    ['plain', 'form', false],
    ['pipes', 'pipeDelimited', false],
    ['multi', 'form', true],
    ['tsv', 'form', false],
    ['shared', 'spaceDelimited', false],
  ]);
});

test('a format without a style in OpenAPI 3 is reported at its parameter', () => {
  const text = (location: string, name: string, format: string) =>
    `The items of the ${location} parameter "${name}" are separated by commas: OpenAPI 3 has no style for its collectionFormat "${format}".`;
  const found = warnings.map(({ pointer, message }) => [model?.toSource(pointer), message]);
  expect(found).toEqual([
    ['#/parameters/tabs', text('query', 'tabs', 'tsv')],
    ['#/paths/~1a~1{list}/post/parameters/3', text('formData', 'tsv', 'tsv')],
    ['#/paths/~1a~1{list}/post/parameters/4', text('path', 'list', 'pipes')],
    ['#/paths/~1a~1{list}/post/parameters/5', text('header', 'X-L', 'ssv')],
  ]);
});
