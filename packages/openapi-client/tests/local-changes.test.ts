// A change of one member changes only the declarations that contain it, so that a reviewer reads nothing else.
import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { generate } from '../src/generate.ts';

const text = (name: string) => ({ type: 'string', pattern: `^${name}`, minLength: 2 });
const toSchema = (name: string, members: object = {}) => ({
  type: 'object',
  properties: { name: text(name), made: { type: 'string', format: 'date-time' }, ...members },
});

const toDocument = (members: object) => ({
  openapi: '3.1.1',
  info: { title: 'Fruit', version: '1' },
  paths: Object.fromEntries(
    ['Apple', 'Banana', 'Cherry'].map((name) => [
      `/${name}`,
      {
        get: {
          operationId: `get${name}`,
          responses: {
            200: {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
      },
    ]),
  ),
  components: {
    schemas: { Apple: toSchema('Apple', members), Banana: toSchema('Banana'), Cherry: toSchema('Cherry') },
  },
});

async function listDeclarations(members: object): Promise<string[]> {
  const { files } = await generate(readModel(toDocument(members), 'fruit'), {
    validate: true,
    dates: 'date',
  });
  return files.flatMap((file) => file.text.split(/\n\n|(?<=;)\n(?=\S)|\n(?= {4}\w)/));
}

test('a member that is added changes only declarations about its schema', async () => {
  const before = await listDeclarations({});
  const after = await listDeclarations({
    seeds: text('seed'),
    eaten: { type: 'string', format: 'date-time' },
  });
  const changed = [
    ...before.filter((declaration) => !after.includes(declaration)),
    ...after.filter((declaration) => !before.includes(declaration)),
  ];
  expect(changed.length).toBeGreaterThan(2);
  expect(changed.filter((declaration) => /Banana|Cherry/.test(declaration))).toEqual([]);
});
