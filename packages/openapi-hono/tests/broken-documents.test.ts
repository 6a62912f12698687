// Documents with mistakes at random locations: each is reported, and no stage crashes on one that was reported before.
import { join } from 'node:path';
import { inspectModel, loadDocument } from '@keyframe/openapi-model';
import { collectNames, createMutants, type JsonValue } from '@keyframe/openapi-schema/values';
import { expect, test } from 'vitest';
import { refusedMembers } from '../src/doctor/refused-members.ts';
import { inspectGeneration } from '../src/generate.ts';

const FIXTURES = ['library.yaml', 'hooks.yaml', 'typed.yaml'];
const WRONG: JsonValue[] = [
  { $ref: '#/nowhere' },
  { $ref: '#/components/schemas' },
  { $ref: 5 },
  { type: 'strin' },
  { nullable: true, allOf: 'x' },
  { exclusiveMinimum: true },
  { $recursiveRef: '#' },
];

test.each(FIXTURES)('copies of %s with mistakes are read to their end', async (name) => {
  const { document } = await loadDocument(join(import.meta.dirname, 'fixtures', name));
  const options = { count: 60, seed: 1, pool: WRONG, names: collectNames(document) };
  let reported = 0;
  for (const mutant of createMutants([document as JsonValue], options)) {
    const { model, problems } = inspectModel(mutant, name, { lenient: reported % 2 === 0 });
    const found = model ? inspectGeneration(model).problems : [];
    refusedMembers(mutant);
    reported += Math.sign(problems.length + found.length);
  }
  expect(reported).toBeGreaterThan(10);
});
