import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { planClient } from './plan.ts';

test('names operations with an empty operationId or a hash as those without one', () => {
  const responses = { 204: { description: 'Done.' } };
  const model = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/a': { get: { operationId: '', responses }, put: { operationId: '', responses } },
        '/b': { get: { operationId: 'getB', responses } },
        '/c/{d}': {
          parameters: [{ name: 'd', in: 'path', required: true, schema: { type: 'string' } }],
          get: { operationId: 'fd79ad4497de7df04502d824700f21fa', responses },
        },
      },
    },
    'a.json',
  );
  const [module] = planClient(model, { groupByTag: false }).modules;
  expect(module?.operations.map(({ name }) => name)).toEqual(['getA', 'putA', 'getB', 'getCByD']);
});
