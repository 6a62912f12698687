import { expect, test } from 'vitest';
import { listLost } from './lost-tasks.ts';

const operation = (...ids: readonly string[]) => ({ taskIds: new Set(ids) });

const stored = (...ids: readonly string[]) => ({
  tasks: ids.map((id) => ({ id, prompt: '', kinds: [], isExact: true })),
});

test('a task that was accepted and is not stored is lost', () => {
  expect(listLost([operation('task_1'), operation('task_2')], stored('task_1'))).toEqual(['task_2']);
});

test('operations without an answer and tasks that are stored are not lost', () => {
  expect(listLost([operation('task_1'), operation()], stored('task_1', 'task_2'))).toEqual([]);
});
