/** Wires the memory of status queries to the database. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { listKeyChanges } from './auth/changed-keys.queries.ts';
import { KeyChanges } from './auth/changed-keys.ts';
import { leaseAllowances, leasePermits } from './auth/leases.queries.ts';
import { type LeaseRequest, PermitLeases } from './auth/permit-leases.ts';
import type { Config } from './config.ts';
import type { PollQuotas } from './tasks/poll.queries.ts';
import { StatusMemory } from './tasks/status-memory.ts';
import type { Log } from './telemetry/log.ts';

/** Returns the limits of status queries. */
export function pollQuotas({ rateStatus, rateStatusOwner, ratePoll }: Config): PollQuotas {
  return { key: rateStatus, owner: rateStatusOwner, task: ratePoll };
}

/**
 * Creates the memory of status queries, and its leases. Undefined for a process that answers none, and where each answer
 * passes through the app: to be compared with the contract, or to be traced.
 */
export function createStatusQueries(pool: Pool, config: Config, log: Log) {
  const { role, responseCheck, otlpEndpoint } = config;
  if (role === 'worker' || responseCheck !== 'off' || otlpEndpoint !== undefined) return undefined;
  const holder = randomUUID();
  const lease = (requests: readonly LeaseRequest[]) => leasePermits(pool, holder, requests);
  const keyLeases = new PermitLeases({ lease, log });
  const taskLeases = new PermitLeases({ lease, log });
  const ownerLeases = new PermitLeases({
    lease: (requests) => leaseAllowances(pool, requests),
    log,
    isEager: true,
  });
  const keyChanges = new KeyChanges({ read: (since) => listKeyChanges(pool, since), log });
  const memory = new StatusMemory({
    keyLeases,
    ownerLeases,
    taskLeases,
    keyChanges,
    quotas: pollQuotas(config),
  });
  return {
    memory,
    leaseHolder: holder,
    async close() {
      keyChanges.close();
      await Promise.all([keyLeases, ownerLeases, taskLeases].map((leases) => leases.close()));
    },
  };
}
