import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { ToolSet } from './tool-set.ts';

const LEVELS = 12;
const BRANCHES = 20;

/** A document whose body has 20 members with 20 members each, on 12 levels: 20^12 if all were written. */
function createDeepDocument() {
  const schemas = Array.from({ length: LEVELS }, (_, level) => {
    const member = level + 1 < LEVELS ? { $ref: `#/components/schemas/S${level + 1}` } : { type: 'string' };
    const names = Array.from({ length: BRANCHES }, (_, index) => `member${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, member]));
    return [`S${level}`, { type: 'object', properties }];
  });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  return readModel(
    {
      openapi: '3.1.0',
      info: { title: 'Deep', version: '1' },
      components: { schemas: Object.fromEntries(schemas) },
      paths: {
        '/deep': {
          post: {
            operationId: 'deep',
            requestBody: { content },
            responses: { 200: { description: '', content } },
          },
        },
      },
    },
    'deep.yaml',
  );
}

test('a schema of any size is described in little time, with all levels that hosts accept', () => {
  const tools = new ToolSet(createDeepDocument(), { isReadOnly: false });
  const [definition] = tools.tools.map((tool) => tools.define(tool));
  const text = JSON.stringify(definition);
  expect(text.length).toBeLessThan(24_000);
  expect(text.length).toBeGreaterThan(2000);
  expect(definition?.outputSchema).toBeDefined();
});

test.each([
  ['List things', 'Sorted by name.', 'List things. Sorted by name. GET /things.'],
  ['List things.', 'Sorted by name', 'List things. Sorted by name. GET /things.'],
  ['List things!', 'Sorted.', 'List things! Sorted. GET /things.'],
  ['List things', 'List things', 'List things. GET /things.'],
])('the description of %j and %j has sentences', (summary, description, expected) => {
  const paths = { '/things': { get: { operationId: 'list', summary, description, responses: {} } } };
  const model = readModel({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }, 'things.yaml');
  const tools = new ToolSet(model, { isReadOnly: false });
  expect(tools.tools.map((tool) => tools.define(tool).description)).toEqual([expected]);
});

test.each<[conventions: { idempotencyKey?: string[] }, hasKey: boolean]>([
  [{}, false],
  [{ idempotencyKey: ['X-Order-Token'] }, true],
])('with the conventions %j, the client creates a key for a header: %s', (conventions, hasKey) => {
  const parameters = [{ name: 'X-Order-Token', in: 'header', schema: { type: 'string' } }];
  const post = { operationId: 'a', parameters, responses: { 204: { description: 'Done.' } } };
  const info = { title: 'A', version: '1' };
  const model = readModel({ openapi: '3.1.1', info, paths: { '/a': { post } } }, 'a.json');
  const [tool] = new ToolSet(model, { isReadOnly: false, conventions }).tools;
  expect(tool?.key !== undefined).toBe(hasKey);
  expect(tool?.parameters).toHaveLength(hasKey ? 0 : 1);
});
