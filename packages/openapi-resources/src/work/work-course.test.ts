import type { WorkStates } from '@keyframe/openapi-runtime/work';
import { expect, test } from 'vitest';
import { describeCourse } from './work-course.ts';

const NONE = { state: '', waiting: [], success: [], failure: [], cancelled: [], ended: [], errors: [] };

test.each<[title: string, states: Partial<WorkStates>, course: string, ends: object]>([
  [
    'stages have their order, and detours are left out',
    {
      waiting: ['finalizing', 'cancelling', 'in_progress', 'paused', 'queued'],
      success: ['ok'],
      failure: ['bad'],
    },
    'queued in_progress finalizing ok',
    { success: 'ok', failure: 'bad', cancelled: 'bad' },
  ],
  [
    'a detour begins if there is nothing else',
    { waiting: ['paused'], success: ['ok'] },
    'paused ok',
    { success: 'ok' },
  ],
  [
    'one end has every outcome',
    {
      waiting: ['RUNNING'],
      ended: ['DONE'],
      outcome: { state: '', success: ['GOOD'], failure: ['BAD'], cancelled: [] },
    },
    'RUNNING DONE',
    { success: 'DONE', failure: 'DONE', cancelled: 'DONE', GOOD: 'DONE', BAD: 'DONE' },
  ],
  [
    'work that expires is not cancelled',
    { waiting: ['running'], success: ['ok'], failure: ['bad'], cancelled: ['hasExpired', 'aborted'] },
    'running ok',
    { success: 'ok', failure: 'bad', cancelled: 'aborted', expired: 'hasExpired' },
  ],
  [
    'statuses',
    { waiting: ['202'], success: ['200'], failure: ['422'] },
    '202 200',
    { success: '200', failure: '422', cancelled: '422' },
  ],
])('%s', (...[, states, course, ends]) => {
  const described = describeCourse({ ...NONE, isSuccessWithoutError: false, ...states });
  expect([described.course.join(' '), Object.fromEntries(described.ends)]).toEqual([course, ends]);
});
