import { expect, test } from 'vitest';
import { type RendersBehavior, testRenders, WORK_MUTANTS } from './mutants/renders.ts';
import type { Mutant } from './mutants/shop.ts';

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
  expect(await listChecks(mutant, expected)).toEqual(expected);
});

test.each([
  ['is lost', 'lost', ['work-unreadable']],
  ['expires', 'expires', []],
] as const)(
  'ASYNC-GATE: a server in which a render that waits %s is reported',
  async (name, fault, expected) => {
    const change = (behavior: RendersBehavior) => {
      behavior.fault = fault;
    };
    expect(await listChecks({ name, change }, expected)).toEqual(expected);
  },
);

test('ASYNC-GATE: a run of the phase work sends the requests of work only', async () => {
  const phases: string[] = [];
  const { statistics } = await testRenders(1, undefined, {
    phases: ['work'],
    onProgress: ({ phase }) => phases.push(phase),
  });
  expect([phases, statistics.requests < 30]).toEqual([['work'], true]);
});

async function listChecks(mutant: Mutant<RendersBehavior> | undefined, expected: readonly string[]) {
  const { findings } = await testRenders(1, mutant);
  const ids = findings.map(({ check }) => check);
  return [...new Set(ids.filter((check) => check.startsWith('work-') || expected.includes(check)))];
}
