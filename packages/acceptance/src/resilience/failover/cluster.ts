// Three machines with PostgreSQL under Patroni, and HAProxy in front of them.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { Client } from 'pg';
import { createClusterSettings, renderProxy } from './configuration.ts';
import { type Folders, type RunningMachine, startMachine } from './database-machine.ts';
import { createNetwork } from './network.ts';
import { changeSettings, findLeader, isHealthy, type Member, readMembers } from './patroni-client.ts';
import type { Programs } from './prerequisites.ts';
import { APPLICATION_ROLE, DATABASE, DATABASE_PORT, MACHINES, OWNER_ROLE, PASSWORD } from './topology.ts';

/** How long a member may take to copy or rewind its data and follow the primary. */
const REJOIN_TIMEOUT_MS = 180_000;

/** The members in their roles. */
export interface Roles {
  readonly primary: RunningMachine;
  readonly standbys: readonly [RunningMachine, RunningMachine];
}

/** A cluster that runs. */
export interface Cluster {
  readonly machines: readonly RunningMachine[];
  /** Reads what the members that can be reached know of each other. */
  members(): Promise<readonly Member[]>;
  /** Waits until all members follow one primary, and returns their roles. */
  waitUntilHealthy(): Promise<Roles>;
  /** Makes commits wait for a standby, or not. */
  setSynchronous(synchronous: boolean): Promise<void>;
  /** Reports whether commits wait for no standby. */
  isAsynchronous(primary: RunningMachine): Promise<boolean>;
}

/** Starts a cluster with an empty database and the two roles of the service. */
export async function startCluster(folders: Folders, programs: Programs): Promise<Cluster> {
  await createNetwork();
  const machines = await Promise.all(MACHINES.map((machine) => startMachine(machine, folders, programs)));
  for (const machine of machines) machine.startPatroni();
  await startProxy(folders, programs);
  const members = () => readMembers(machines);
  const findRoles = async (): Promise<Roles | undefined> => {
    const found = await members();
    if (!isHealthy(found, machines.length)) return undefined;
    const name = findLeader(found)?.name;
    const [first, second] = machines.filter((machine) => machine.name !== name);
    const primary = machines.find((machine) => machine.name === name);
    if (primary === undefined || first === undefined || second === undefined) return undefined;
    return (await waitsForStandbys(primary)) ? { primary, standbys: [first, second] } : undefined;
  };
  const cluster: Cluster = {
    machines,
    members,
    waitUntilHealthy: () =>
      eventually('all members to follow one primary', findRoles, { timeoutMs: REJOIN_TIMEOUT_MS }),
    async setSynchronous(synchronous) {
      const leader = findLeader(await members());
      const machine = machines.find(({ name }) => name === leader?.name);
      if (machine === undefined) throw new Error('The cluster has no primary.');
      await changeSettings(machine, createClusterSettings({ synchronous }));
    },
    async isAsynchronous(primary) {
      const [row] = await query(primary, 'postgres', ['SHOW synchronous_standby_names']);
      return row?.synchronous_standby_names === '';
    },
  };
  const { primary } = await cluster.waitUntilHealthy();
  await createDatabase(primary);
  return cluster;
}

async function startProxy({ data, logs }: Folders, { haproxy }: Programs): Promise<void> {
  const file = join(data, 'haproxy.cfg');
  await writeFile(file, renderProxy());
  const log = openSync(join(logs, 'haproxy.log'), 'a');
  spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', log, log], detached: true }).unref();
}

/** Reports whether commits wait for either standby; Patroni adds a member after it has streamed for a moment. */
async function waitsForStandbys(primary: RunningMachine): Promise<boolean> {
  const rows = await query(primary, 'postgres', [
    `SELECT count(*) FILTER (WHERE sync_state = 'quorum')::int AS count FROM pg_stat_replication`,
  ]).catch(() => []);
  return rows[0]?.count === MACHINES.length - 1;
}

/** Creates the database and the roles that the guide "With a managed PostgreSQL" recommends. */
async function createDatabase(primary: RunningMachine): Promise<void> {
  await query(primary, 'postgres', [
    ...[OWNER_ROLE, APPLICATION_ROLE].map((role) => `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`),
    `CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`,
    `REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${DATABASE} TO ${APPLICATION_ROLE}`,
  ]);
}

/** Runs statements on one machine as the superuser; returns the rows of the last one. */
async function query(
  { address }: RunningMachine,
  database: string,
  statements: readonly string[],
): Promise<Record<string, unknown>[]> {
  const client = new Client({
    host: address,
    port: DATABASE_PORT,
    user: 'postgres',
    password: PASSWORD,
    database,
    connectionTimeoutMillis: 2_000,
  });
  // A connection that breaks later is of no interest.
  client.on('error', () => {});
  try {
    await client.connect();
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
