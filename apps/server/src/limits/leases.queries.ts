import { type Connection, runPrepared } from '../db/batch.ts';
import type { LeaseGrant, LeaseRequest } from './leased-bucket.ts';

const LEASE_PERMITS = {
  name: 'lease-permits',
  text: `SELECT bucket, permits, remaining, reset_seconds AS "resetSeconds", seconds, ends_in_seconds AS "endsInSeconds"
    FROM lease_permits($1, $2)`,
};

/** Leases permits of windows for a process, and reports the uses of its leases before. */
export function leasePermits(
  connection: Connection,
  holder: string,
  requests: readonly LeaseRequest[],
): Promise<LeaseGrant[]> {
  return runPrepared<LeaseGrant>(connection, LEASE_PERMITS, [holder, JSON.stringify(requests)]);
}

/** The time of a leased request of an allowance, which may be late by this time. */
const ALLOWANCE_SECONDS = 30;

const LEASE_ALLOWANCES = {
  name: 'lease-allowances',
  text: 'SELECT bucket, permits FROM lease_allowances($1)',
};

/** Leases requests of allowances, in addition to those that the process keeps. */
export async function leaseAllowances(
  connection: Connection,
  requests: readonly LeaseRequest[],
): Promise<LeaseGrant[]> {
  const kept = new Map(requests.map((request) => [request.bucket, request.kept]));
  const items = requests.map(({ bucket, quota, permits, kept }) => ({
    bucket,
    quota,
    permits: Math.max(0, permits - kept),
  }));
  const values = [JSON.stringify(items)];
  const rows = await runPrepared<Pick<LeaseGrant, 'bucket' | 'permits'>>(
    connection,
    LEASE_ALLOWANCES,
    values,
  );
  return rows.map(({ bucket, permits }) => {
    const held = permits + (kept.get(bucket) ?? 0);
    const [seconds, endsInSeconds] = [ALLOWANCE_SECONDS, ALLOWANCE_SECONDS];
    return { bucket, permits: held, remaining: 0, resetSeconds: 1, seconds, endsInSeconds };
  });
}
