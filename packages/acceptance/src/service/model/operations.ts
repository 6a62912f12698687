// Steps of the operator: keys come and go, credits are granted, failed refunds are made good.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isTerminal, MODES, pick } from './model.ts';
import { step } from './step.ts';

/** Creates a key with some of the scopes. */
export const createKey = fc
  .record({
    owner: fc.nat(100),
    mode: fc.constantFrom(...MODES),
    scopes: fc.constantFrom(
      ['videos:create', 'tasks:read'] as const,
      ['videos:create'] as const,
      ['tasks:read'] as const,
    ),
  })
  .map(({ owner: index, mode, scopes }) =>
    step(`create a ${mode} key for ${scopes.join(' and ')}`, async (model, { operator }) => {
      const owner = pick(model.owners, index);
      assert(owner !== undefined);
      const { id, key } = await operator.createKey(owner.id, mode, scopes);
      model.keys.push({ id, key, owner, mode, scopes, isRevoked: false });
    }),
  );

/** Revokes a key, which every later step of that key meets. */
export const revokeKey = fc.nat(100).map((index) =>
  step(
    `revoke key ${index}`,
    async (model, { operator }) => {
      const key = pick(model.keys.slice(model.owners.length), index);
      assert(key !== undefined);
      await operator.revokeKey(key.id);
      key.isRevoked = true;
    },
    ({ keys, owners }) => keys.length > owners.length,
  ),
);

/** Grants credits. */
export const grant = fc
  .record({ owner: fc.nat(100), mode: fc.constantFrom(...MODES), amount: fc.integer({ min: 1, max: 500 }) })
  .map(({ owner: index, mode, amount }) =>
    step(`grant ${amount} ${mode} credits`, async (model, { operator }) => {
      const owner = pick(model.owners, index);
      assert(owner !== undefined);
      await operator.grant(owner.id, mode, amount);
      owner.granted[mode] += amount;
    }),
  );

/** Retries a refund, due or not. */
export const retryRefund = fc.nat(100).map((index) =>
  step(
    `retry refund ${index}`,
    async ({ tasks }, { operator }) => {
      const task = pick(tasks.filter(isTerminal), index);
      assert(task !== undefined);
      const { billing_status: before } = task.record;
      const expected = {
        refund_failed: 'refunded',
        refunded: 'unchanged',
        charged: 'refused',
        reserved: 'refused',
      };
      assert.equal(await operator.retryRefund(task.id), expected[before]);
      if (before === 'refund_failed') task.isRefundRetried = true;
    },
    ({ tasks }) => tasks.some(isTerminal),
  ),
);
