// Random sequences of everything that owners and the operator can do, against the service and a model of it at once.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type Harness, startHarness } from '../end-to-end/harness.ts';
import { type InProcessOperator, openInProcessOperator } from '../service/in-process-operator.ts';
import type { Model } from './model.ts';
import { awaitEnd, awaitExpiry, checkCallbacks, poll } from './observations.ts';
import { createKey, grant, retryRefund, revokeKey } from './operations.ts';
import type { Real } from './real.ts';
import { repeat, reuse, submit, submitRefused } from './submissions.ts';

const RUNS = 10;
const STEPS = 40;
/** A slow machine does fewer runs. */
const TIME_LIMIT_MS = 30_000;
const CREDITS = 400;
const TASK_TIMEOUT_S = 3;

let harness: Harness;
let operator: InProcessOperator;

beforeAll(async () => {
  harness = await startHarness('direct', { TASK_TIMEOUT: `${TASK_TIMEOUT_S}s`, RESULT_TTL: '2s' });
  operator = openInProcessOperator(
    await readFile(join(harness.service.dataDirectory, 'database-url'), 'utf8'),
  );
});
afterAll(async () => {
  await operator?.[Symbol.asyncDispose]();
  await harness?.[Symbol.asyncDispose]();
});

/** Two owners with credits and a key each, that no other run shares. */
async function createModel(): Promise<Model> {
  const owners = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const { id } = await operator.createOwner(name);
      return { id, granted: { live: CREDITS, test: CREDITS } };
    }),
  );
  const keys = await Promise.all(
    owners.map(async (owner) => {
      await operator.grant(owner.id, 'live', CREDITS);
      await operator.grant(owner.id, 'test', CREDITS);
      const { id, key } = await operator.createKey(owner.id, 'test');
      const scopes = ['videos:create', 'tasks:read'] as const;
      return { id, key, owner, mode: 'test', scopes, isRevoked: false } as const;
    }),
  );
  return { owners, keys: [...keys], tasks: [], claims: [] };
}

test('in any order of steps the service does what its model says', {
  timeout: 180_000,
  meta: {
    requirements: [
      'STA-1',
      'STA-3',
      'STA-4',
      'STA-5',
      'STA-6',
      'STA-7',
      'AUT-3',
      'AUT-4',
      'AUT-5',
      'RES-34',
      'OPEN-6',
      'OPEN-21',
      'OPEN-23',
    ],
  },
}, async () => {
  const real: Real = { harness, operator, taskTimeoutMs: TASK_TIMEOUT_S * 1000 };
  const models: Model[] = [];
  const steps = [
    ...[submit, submit, submit, submit, repeat, reuse, submitRefused],
    ...[createKey, revokeKey, grant, retryRefund, poll, poll, awaitEnd, awaitExpiry],
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: 'max' }), async (commands) => {
      const model = await createModel();
      models.push(model);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    // A shorter sequence would meet the service at other moments: what failed is told as it was.
    { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS, endOnFailure: true },
  );
  await checkCallbacks(models, real);
});
