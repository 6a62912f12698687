// Steps that only look, or wait: for a task's end, or for the expiry of its results.

import assert from 'node:assert/strict';
import { eventually } from '@keyframe/test-kit';
import fc from 'fast-check';
import { readAndCheck } from './invariants.ts';
import { isTerminal, type Model, type ModelKey, type ModelTask, pick } from './model.ts';
import type { Real } from './real.ts';
import { step } from './step.ts';

function expectedStatus(key: ModelKey, task: ModelTask | undefined): number {
  if (key.isRevoked) return 401;
  if (!key.scopes.includes('tasks:read')) return 403;
  return task?.owner === key.owner ? 200 : 404;
}

/** Asks for a task by any key: its owner's keys of both modes see it, no other does. */
export const poll = fc
  .record({ key: fc.nat(100), task: fc.nat(100) })
  .map(({ key: keyIndex, task: taskIndex }) =>
    step(`poll task ${taskIndex} by key ${keyIndex}`, async ({ keys, tasks }, real) => {
      const [key, task] = [pick(keys, keyIndex), pick(tasks, taskIndex)];
      assert(key !== undefined);
      const { status } = await real.harness.send({
        path: `/v1/tasks/${task?.id ?? 'task_unknown'}`,
        key: key.key,
      });
      assert.equal(status, expectedStatus(key, task));
    }),
  );

/** Waits until a task that is under way has ended, which its timeout brings about at the latest. */
export const awaitEnd = fc.nat(100).map((index) =>
  step(
    `await the end of task ${index}`,
    async (model, real) => {
      const task = pick(
        model.tasks.filter((one) => !isTerminal(one)),
        index,
      );
      if (task === undefined) return;
      await eventually(`the end of ${task.id}`, async () => {
        await readAndCheck(real, task, findKey(model, task));
        return isTerminal(task);
      });
    },
    ({ tasks }) => tasks.some((task) => !isTerminal(task)),
  ),
);

/** Waits until the results of a completed task have expired. */
export const awaitExpiry = fc.nat(100).map((index) =>
  step(
    `await the expiry of task ${index}`,
    async (model, real) => {
      const task = pick(model.tasks.filter(isCompleted), index);
      if (task === undefined) return;
      await eventually(`the expiry of ${task.id}`, async () => {
        await readAndCheck(real, task, findKey(model, task));
        return task.record.data?.results.length === 0;
      });
    },
    ({ tasks }) => tasks.some(isCompleted),
  ),
);

function isCompleted({ record }: ModelTask): boolean {
  return record.status === 'completed';
}

function findKey({ owners, keys }: Model, { owner }: ModelTask): string {
  const key = keys[owners.indexOf(owner)];
  assert(key !== undefined);
  return key.key;
}

/** Waits for the end of all tasks and holds what was posted for each: one callback if asked for, and none otherwise. */
export async function checkCallbacks(models: readonly Model[], real: Real): Promise<void> {
  const { receiver } = real.harness;
  for (const model of models) {
    for (const task of model.tasks) {
      await eventually(`the end of ${task.id}`, async () => {
        await readAndCheck(real, task, findKey(model, task));
        return isTerminal(task);
      });
      if (task.callbackPath !== undefined) await receiver.waitForDeliveries(task.callbackPath, 1);
    }
  }
  const tasks = models.flatMap((model) => model.tasks);
  const owed = tasks.filter(({ callbackPath }) => callbackPath !== undefined);
  const posted = receiver.allDeliveries().map(({ path, body }) => {
    const { id, status } = JSON.parse(body);
    return `${path} ${id} ${status}`;
  });
  assert.deepEqual(
    posted.toSorted(),
    owed.map(({ callbackPath, id, record }) => `${callbackPath} ${id} ${record.status}`).toSorted(),
  );
}
