import { expect, test } from 'vitest';
import { inspectModel } from './read-model.ts';

const SPACE = '\u200B';

test('a name with an invisible character is a warning at its location', () => {
  const parameters = [{ name: `q${SPACE}`, in: 'query', schema: {} }];
  const { problems, warnings } = inspectModel(
    {
      openapi: '3.1.0',
      info: { title: `A${SPACE}`, version: '1' },
      paths: {
        [`/a${SPACE}`]: { get: { operationId: `get${SPACE}A`, parameters, responses: {} } },
        '/b': {},
      },
      components: { schemas: { B: { properties: { 'c\u00AD': {}, d: {} } } } },
    },
    'a.json',
  );
  expect(problems).toEqual([]);
  expect(warnings.map(({ pointer, message }) => [pointer, /U\+\w+/.exec(message)?.[0]])).toEqual([
    [`#/paths/~1a${SPACE}`, 'U+200B'],
    [`#/paths/~1a${SPACE}/get/operationId`, 'U+200B'],
    [`#/paths/~1a${SPACE}/get/parameters/0/name`, 'U+200B'],
    ['#/components/schemas/B/properties/c\u00AD', 'U+00AD'],
  ]);
});
