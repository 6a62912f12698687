/** Wires what a process holds of keys and tasks to the database. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { listKeyChanges } from '../limits/changed-keys.queries.ts';
import { KeyChanges } from '../limits/changed-keys.ts';
import { KeyMemory } from '../limits/key-memory.ts';
import type { LeaseRequest } from '../limits/leased-bucket.ts';
import { leaseAllowances, leasePermits } from '../limits/leases.queries.ts';
import { PermitLeases } from '../limits/permit-leases.ts';
import type { PollQuotas } from '../tasks/poll.queries.ts';
import { StatusMemory } from '../tasks/status-memory.ts';
import type { Log } from '../telemetry/log.ts';

/** Returns the limits of status queries. */
export function pollQuotas({ rateStatus, rateStatusOwner, ratePoll }: Config): PollQuotas {
  return { key: rateStatus, owner: rateStatusOwner, task: ratePoll };
}

/** Creates the memory of submissions and status queries of an API process, and its leases. */
export function createRequestMemory(pool: Pool, config: Config, log: Log) {
  const { rateCreate, rateCreateOwner } = config;
  const holder = randomUUID();
  const windowLeases = () =>
    new PermitLeases({ lease: (requests) => leasePermits(pool, holder, requests), log });
  const allowanceLeases = () =>
    new PermitLeases({
      lease: (requests: readonly LeaseRequest[]) => leaseAllowances(pool, requests),
      log,
      isEager: true,
    });
  const keyChanges = new KeyChanges({ read: (since) => listKeyChanges(pool, since), log });
  const submissionLeases = { keyLeases: windowLeases(), ownerLeases: allowanceLeases() };
  const statusLeases = {
    keyLeases: windowLeases(),
    ownerLeases: allowanceLeases(),
    taskLeases: windowLeases(),
  };
  const quotas = pollQuotas(config);
  const submissionKeys = new KeyMemory({
    ...submissionLeases,
    policy: 'create',
    keyChanges,
    quotas: { key: rateCreate, owner: rateCreateOwner },
  });
  const statusKeys = new KeyMemory({ ...statusLeases, policy: 'status', keyChanges, quotas });
  return {
    submissionKeys,
    statusMemory: new StatusMemory({
      keys: statusKeys,
      taskLeases: statusLeases.taskLeases,
      taskQuota: quotas.task,
    }),
    leaseHolder: holder,
    async close() {
      keyChanges.close();
      const leases = [...Object.values(submissionLeases), ...Object.values(statusLeases)];
      await Promise.all(leases.map((each) => each.close()));
    },
  };
}
