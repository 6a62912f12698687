import { readModel, valueAt } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { planClient } from '../plan.ts';
import { buildTypedDocument } from './typed-document.ts';

test('copies no parameters that a client does not send', () => {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } });
  const reference = { $ref: '#/components/parameters/Token' };
  const model = readModel(
    {
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/a': {
          parameters: [header('Accept')],
          get: { parameters: [reference, header('X-Trace')], responses: { 204: { description: 'b' } } },
        },
      },
      components: { parameters: { Token: header('authorization') } },
    },
    'a.json',
  );
  const { document } = buildTypedDocument(planClient(model, { groupByTag: false }));
  const names = (path: string) => valueAt(document, `${path}/parameters`);
  expect(names('#/paths/~1a')).toEqual([]);
  expect(names('#/paths/~1a/get')).toMatchObject([{ name: 'X-Trace' }]);
});
