// Draws sequences of steps, and performs each on the service and on a model of it.
import fc from 'fast-check';
import type { Model } from './model.ts';
import { awaitEnd, awaitExpiry, checkCallbacks, poll } from './observations.ts';
import { createKey, grant, retryRefund, revokeKey } from './operations.ts';
import type { Real } from './real.ts';
import { repeat, reuse, submit, submitRefused } from './submissions.ts';

const STEPS = 40;
const CREDITS = 400;

/** How much to do; a slow machine does fewer runs. */
export interface ModelOptions {
  runs: number;
  timeLimitMs: number;
  /** Random by default. */
  seed?: number;
}

/** Two owners with credits and a key each, that no other run shares. */
async function createModel({ operator }: Real): Promise<Model> {
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

/** Compares a service with its model; throws where they differ. */
export async function holdToModel(real: Real, { runs, timeLimitMs, seed }: ModelOptions): Promise<void> {
  const models: Model[] = [];
  const steps = [
    ...[submit, submit, submit, submit, repeat, reuse, submitRefused],
    ...[createKey, revokeKey, grant, retryRefund, poll, poll, awaitEnd, awaitExpiry],
  ];
  const deadline = performance.now() + timeLimitMs;
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: STEPS, size: 'max' }), async (commands) => {
      // The first run ends however long it takes: with none, nothing would be tested.
      if (models.length > 0 && performance.now() > deadline) return;
      const model = await createModel(real);
      models.push(model);
      await fc.asyncModelRun(() => ({ model, real }), commands);
    }),
    {
      numRuns: runs,
      // A shorter sequence would meet the service at other moments, so a failure is reported unshrunk.
      endOnFailure: true,
      ...(seed === undefined ? {} : { seed }),
    },
  );
  await checkCallbacks(models, real);
}
