import { expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { readFirstPage } from './first-page.ts';
import { readModel } from './read-model.ts';

function readFirst(schema: JsonValue | undefined): number {
  const described = schema === undefined ? { content: { 'text/plain': {} } } : { schema };
  const operation = { parameters: [{ name: 'page', in: 'query', ...described }], responses: {} };
  const schemas = { Page: { type: 'integer', minimum: 0 } };
  const model = readModel(
    {
      openapi: '3.1.1',
      info: { title: 'Things', version: '1' },
      paths: { '/things': { get: operation } },
      components: { schemas },
    },
    'test.json',
  );
  const [page] = model.operations.flatMap(({ parameters }) => parameters);
  return page ? readFirstPage(model, page) : Number.NaN;
}

const PAGE = { $ref: '#/components/schemas/Page' };

test.each([
  [{}, 1],
  [true, 1],
  [{ minimum: 0 }, 0],
  [{ minimum: 0, default: 0 }, 0],
  [{ minimum: 0, default: 1 }, 1],
  [{ minimum: 1 }, 1],
  [{ minimum: 0, default: null }, 0],
  [PAGE, 0],
  [{ ...PAGE, default: 1 }, 1],
  [{ allOf: [PAGE] }, 0],
  [undefined, 1],
])('the first page of a parameter with the schema %j is %i', (schema, page) => {
  expect(readFirst(schema)).toBe(page);
});
