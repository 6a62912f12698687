import { expect, test } from 'vitest';
import { chooseJobs } from './choose-jobs.ts';
import type { DueJob } from './jobs.queries.ts';

const LIMITS = { all: 4, perOwner: 2, suspects: 1 };

const jobs = (owners: string, deaths = 0): DueJob[] =>
  [...owners].map((ownerId, index) => ({ taskId: `${ownerId}${deaths}${index}`, ownerId, deaths }));
const owners = (chosen: readonly DueJob[]) => chosen.map(({ ownerId }) => ownerId).join('');

test('jobs are taken in their order until all slots are used', () => {
  expect(owners(chooseJobs(jobs('abcde'), [], LIMITS))).toBe('abcd');
  expect(owners(chooseJobs(jobs('abcde'), jobs('xyz'), LIMITS))).toBe('a');
  expect(chooseJobs(jobs('a'), jobs('wxyz'), LIMITS)).toEqual([]);
});

test('jobs of an owner are chosen up to its limit', () => {
  expect(owners(chooseJobs(jobs('aaaab'), [], LIMITS))).toBe('aab');
  expect(owners(chooseJobs(jobs('aab'), jobs('a'), LIMITS))).toBe('ab');
});

test('jobs whose process died have a limit of their own', () => {
  const due = [...jobs('ab', 1), ...jobs('cd')];
  expect(owners(chooseJobs(due, [], LIMITS))).toBe('acd');
  expect(owners(chooseJobs(due, jobs('x', 2), LIMITS))).toBe('cd');
});
