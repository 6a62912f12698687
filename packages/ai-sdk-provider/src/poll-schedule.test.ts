import { expect, test } from 'vitest';
import { PollSchedule } from './poll-schedule.ts';

test('END-5 keeps a result until the Retry-After of its response has passed', () => {
  let now = 0;
  const schedule = new PollSchedule<string>(() => now);
  schedule.note('task_1', 'pending', new Headers({ 'retry-after': '10' }));
  schedule.note('task_2', 'pending', new Headers());
  now = 9_999;
  expect([schedule.find('task_1'), schedule.find('task_2')]).toEqual(['pending', undefined]);
  now = 10_000;
  expect(schedule.find('task_1')).toBeUndefined();
});
