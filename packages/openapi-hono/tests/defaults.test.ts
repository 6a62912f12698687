import { expect, test } from 'vitest';
import { validatorsOf } from './generate-into-folder.ts';

test.each([
  ['of its own', { type: 'integer', default: 5 }],
  ['of a part', { allOf: [{ type: 'integer', default: 5 }] }],
  [
    'of a part of a part',
    { allOf: [{ type: 'integer' }, { allOf: [{ $ref: '#/components/schemas/Five' }] }] },
  ],
  ['of what it refers to', { $ref: '#/components/schemas/Five' }],
  ['that two parts agree on', { allOf: [{ $ref: '#/components/schemas/Five' }, { default: 5 }] }],
  ['of its own, before that of a part', { allOf: [{ default: 4 }], default: 5 }],
])('a member is filled in with the default %s', async (_name, member) => {
  const Five = { type: 'integer', default: 5 };
  const validators = await validatorsOf({ Five, A: { type: 'object', properties: { a: member } } });
  expect(validators.A?.parse({})).toEqual({ a: 5 });
});
