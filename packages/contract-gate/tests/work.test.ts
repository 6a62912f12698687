import { expect, test } from 'vitest';
import { testRenders, WORK_MUTANTS } from './mutants/renders.ts';

test.each<[name: string | undefined, checks: string[]]>([
  [undefined, []],
  ['an unknown render is done', ['unknown-id-found']],
  ['a render is queued after it has begun', ['work-goes-back']],
  ['a render that is done begins again', ['work-leaves-end']],
  ['a render that is done has no content', ['work-result-unreadable']],
  ['a cancelled render goes on', ['work-uncancelled']],
  ['a render never ends', ['work-unending']],
  ['a new render is not found', ['work-unreadable']],
])('ASYNC-GATE: a server in which %s is reported', async (name, expected) => {
  const mutant = WORK_MUTANTS.find((one) => one.name === name);
  expect(mutant?.name).toBe(name);
  const { findings } = await testRenders(1, mutant);
  const ids = findings
    .filter(({ check }) => check.startsWith('work-') || expected.includes(check))
    .map(({ check }) => check);
  expect([...new Set(ids)]).toEqual(expected);
});
