import { Client } from 'pg';
import { connectDatabase } from '../../db/database.ts';
import { splitHosts } from '../../db/hosts.ts';
import { listMissingMigrations } from '../../db/migrate.ts';
import { countMissingPartitions } from '../../tasks/partitions.queries.ts';
import { type Finding, runCheck } from './finding.ts';

const OLDEST_MAJOR = 15;
/** Signed requests to a bucket are refused from a difference of 15 minutes; leases and links suffer earlier. */
const CLOCK_TOLERANCE_MS = 2_000;
const TIMEOUT_MS = 5_000;

interface ServerState extends Record<string, unknown> {
  readonly version: string;
  readonly is_standby: boolean;
  readonly mode: string;
  readonly now: Date;
  readonly synchronous_commit: string;
  readonly synchronous_standbys: string;
  readonly standbys: number;
}

const STATE = `
  SELECT
    current_setting('server_version') AS version,
    pg_is_in_recovery() AS is_standby,
    current_setting('transaction_read_only') AS mode,
    clock_timestamp() AS now,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('synchronous_standby_names') AS synchronous_standbys,
    (SELECT count(*)::int FROM pg_stat_replication) AS standbys`;

/** Checks each server of a database URL, and the database of the one that can write. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const servers = await Promise.all(splitHosts(url).map(checkServer));
  return [
    ...servers.flat(),
    await runCheck('migrations', () => checkMigrations(url)),
    await runCheck('partitions', () => checkPartitions(url)),
  ];
}

async function checkServer(url: string): Promise<Finding[]> {
  const name = `PostgreSQL ${new URL(url).host}`;
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  try {
    const sentAt = Date.now();
    await client.connect();
    const connectedAt = Date.now();
    const { rows } = await client.query<ServerState>(STATE);
    const [state] = rows;
    if (state === undefined) throw new Error('The server returned no row.');
    const clock = { sentAt: Math.max(sentAt, connectedAt), receivedAt: Date.now() };
    return [checkVersion(name, state), checkReplication(name, state), checkClock(name, state, clock)];
  } catch (error) {
    return [await runCheck(name, () => Promise.reject(error))];
  } finally {
    await client.end().catch(() => {});
  }
}

function checkVersion(check: string, { version, is_standby: isStandby, mode }: ServerState): Finding {
  const detail = `version ${version}, ${isStandby ? 'a standby' : mode === 'on' ? 'read-only' : 'the primary'}`;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
    return { check, result: 'failed', detail: `${detail}: the service requires ${OLDEST_MAJOR} or newer` };
  }
  return { check, result: mode === 'on' && !isStandby ? 'failed' : 'ok', detail };
}

function checkReplication(server: string, state: ServerState): Finding {
  const check = `replication ${server.split(' ')[1]}`;
  if (state.is_standby) return { check, result: 'ok', detail: 'follows a primary' };
  const { standbys, synchronous_standbys: names, synchronous_commit: commit } = state;
  const isSynchronous = names !== '' && ['on', 'remote_apply'].includes(commit);
  if (standbys === 0) {
    return {
      check,
      result: 'warning',
      detail: 'no standby: accepted tasks are lost together with this server',
    };
  }
  const count = `${standbys} ${standbys === 1 ? 'standby' : 'standbys'}`;
  if (isSynchronous) return { check, result: 'ok', detail: `${count}, synchronous (${names})` };
  const detail = `${count}, asynchronous: a failover can lose accepted tasks; set synchronous_standby_names`;
  return { check, result: 'warning', detail };
}

function checkClock(
  server: string,
  { now }: ServerState,
  { sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): Finding {
  const check = `clock ${server.split(' ')[1]}`;
  const early = now.getTime() - receivedAt;
  const late = sentAt - now.getTime();
  const differenceMs = Math.max(early, late, 0);
  if (differenceMs <= CLOCK_TOLERANCE_MS) return { check, result: 'ok', detail: 'agrees with this machine' };
  const detail = `differs from this machine by ${Math.round(differenceMs / 1_000)} s: synchronize both with NTP`;
  return { check, result: 'failed', detail };
}

async function checkMigrations(url: string): Promise<Omit<Finding, 'check'>> {
  const { database, close } = connectDatabase(url, { max: 1, statementTimeoutMs: TIMEOUT_MS });
  const missing = await listMissingMigrations(database).finally(close);
  if (missing.length === 0) return { result: 'ok', detail: 'all applied' };
  return { result: 'failed', detail: `${missing.join(', ')} missing: run "admin database migrate"` };
}

async function checkPartitions(url: string): Promise<Omit<Finding, 'check'>> {
  const { database, close } = connectDatabase(url, { max: 1, statementTimeoutMs: TIMEOUT_MS });
  const count = await countMissingPartitions(database).finally(close);
  if (count === 0) return { result: 'ok', detail: 'this month and the coming three have theirs' };
  const detail = `${count} missing for this month and the coming three: look for the error in the log of the workers`;
  return { result: 'failed', detail };
}
