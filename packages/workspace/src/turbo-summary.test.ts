import { expect, test } from 'vitest';
import { readTasks } from './turbo-summary.ts';

const ran = {
  taskId: '@keyframe/client#test',
  task: 'test',
  directory: 'packages/client',
  command: 'vitest run',
  cache: { status: 'MISS' },
  execution: { startTime: 1000, endTime: 1250, exitCode: 1 },
};

test('a task that ran keeps its exit code and its time', () => {
  expect(readTasks(JSON.stringify({ tasks: [ran] }))).toEqual([
    {
      id: '@keyframe/client#test',
      task: 'test',
      directory: 'packages/client',
      cached: false,
      exitCode: 1,
      startedAt: 1000,
      durationMs: 250,
    },
  ]);
});

test('a task that never ran has no exit code', () => {
  const [task] = readTasks(JSON.stringify({ tasks: [{ ...ran, execution: undefined }] }));
  expect(task?.exitCode).toBeNull();
});

test('a task taken from the cache is marked', () => {
  const [task] = readTasks(JSON.stringify({ tasks: [{ ...ran, cache: { status: 'HIT' } }] }));
  expect(task?.cached).toBe(true);
});

test('a task without a command is left out', () => {
  expect(readTasks(JSON.stringify({ tasks: [{ ...ran, command: '<NONEXISTENT>' }] }))).toEqual([]);
});

test('a document of another shape is refused', () => {
  expect(() => readTasks('{"packages": []}')).toThrow('holds no tasks');
});
