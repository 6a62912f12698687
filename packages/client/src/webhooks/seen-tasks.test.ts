import { expect, test } from 'vitest';
import { createSeenTasks } from './seen-tasks.ts';

test('EVT-6 remembers tasks up to the capacity and drops the oldest first', async () => {
  const seen = createSeenTasks(2);
  for (const id of ['task_1', 'task_2', 'task_3']) await seen.add(id);
  expect(['task_1', 'task_2', 'task_3'].map((id) => seen.has(id))).toEqual([false, true, true]);
});
