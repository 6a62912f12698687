import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { Faults } from './faults.ts';

const info = { title: 'x', version: '1' };
const paths = { '/things': { post: { responses: { 201: { description: 'x' } } } } };
const model = readModel({ openapi: '3.1.1', info, paths }, 'document');

test.each([
  ['500', 'code=500'],
  ['lost', 'lost'],
  ['callback=twice', 'callback=twice'],
  ['code=201, example=first', 'code=201, example=first'],
  ['delay=5; lost', 'delay=5; lost'],
])('sets %s', (value, preference) => {
  const faults = new Faults(model);
  faults.set(`post /things=${value}`);
  expect(faults.list()).toEqual([{ operation: 'POST /things', preference }]);
});

test.each([
  ['POST things', 'A fault must be written as "POST /things=500"'],
  ['POST /thing=500', 'The document has no operation POST /thing.'],
  ['GET /things=500', 'The document has no operation GET /things.'],
  ['POST /things=5000', '(got "5000")'],
  ['POST /things=code=20', '(got "code=20")'],
  ['POST /things=lost, callback=twise', '(got "callback=twise")'],
])('rejects %s', (text, message) => {
  const faults = new Faults(model);
  expect(() => faults.set(text)).toThrow(message);
  expect(faults.list()).toEqual([]);
});
