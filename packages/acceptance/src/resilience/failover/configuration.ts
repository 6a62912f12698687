// Configuration of Patroni, etcd and HAProxy.
import { join } from 'node:path';
import {
  APPLICATION_ADDRESS,
  DATABASE_PORT,
  type DatabaseMachine,
  ETCD_PORTS,
  MACHINES,
  PASSWORD,
  PATRONI_PORT,
  PROXY_PORT,
} from './topology.ts';

/** Seconds without a renewal after which the leader's lease ends: the smallest that Patroni accepts. */
const LEASE_S = 20;
/** Patroni requires LEASE_S to be at least the interval plus twice the timeout. */
const LOOP_S = 5;
const RETRY_TIMEOUT_S = 5;

/** Settings of the whole cluster; `synchronous` says whether a commit waits for one of the standbys. */
export function createClusterSettings({ synchronous }: { synchronous: boolean }) {
  return {
    synchronous_mode: synchronous ? 'quorum' : 'off',
    synchronous_mode_strict: synchronous,
    synchronous_node_count: 1,
  } as const;
}

/** Renders the configuration of one Patroni, as JSON, which is YAML. */
export function renderPatroni(
  { name, address }: DatabaseMachine,
  { folder, binaries }: { folder: string; binaries: string },
): string {
  const role = (username: string) => ({ username, password: PASSWORD });
  return JSON.stringify(
    {
      scope: 'keyframe',
      name,
      restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
      etcd3: { hosts: MACHINES.map(({ etcdAddress }) => `${etcdAddress}:${ETCD_PORTS.client}`) },
      bootstrap: {
        dcs: {
          ttl: LEASE_S,
          loop_wait: LOOP_S,
          retry_timeout: RETRY_TIMEOUT_S,
          // An asynchronous standby may take over however much it lacks: the checker has to find what is lost.
          maximum_lag_on_failover: 2 ** 30,
          ...createClusterSettings({ synchronous: true }),
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: { max_connections: 100, wal_keep_size: '512MB', hot_standby_feedback: 'on' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${address}:${DATABASE_PORT}`,
        connect_address: `${address}:${DATABASE_PORT}`,
        data_dir: join(folder, name, 'data'),
        bin_dir: binaries,
        pgpass: join(folder, name, 'pgpass'),
        authentication: {
          superuser: role('postgres'),
          replication: role('replicator'),
          rewind: role('rewinder'),
        },
        pg_hba: [
          'host replication replicator 10.77.0.0/24 scram-sha-256',
          'host all all 10.77.0.0/24 scram-sha-256',
        ],
        parameters: { unix_socket_directories: join(folder, name) },
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    },
    undefined,
    2,
  );
}

/** Lists the arguments of one member of etcd. */
export function listEtcdArguments({ name, etcdAddress }: DatabaseMachine, folder: string): string[] {
  const client = `http://${etcdAddress}:${ETCD_PORTS.client}`;
  const peer = `http://${etcdAddress}:${ETCD_PORTS.peer}`;
  const members = MACHINES.map(
    (machine) => `${machine.name}=http://${machine.etcdAddress}:${ETCD_PORTS.peer}`,
  );
  return [
    `--name=${name}`,
    `--data-dir=${join(folder, name, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${members.join(',')}`,
    '--initial-cluster-state=new',
    // A busy machine delays heartbeats; an election takes up to twice the second figure.
    '--heartbeat-interval=200',
    '--election-timeout=2000',
  ];
}

/** Renders the configuration of HAProxy: connections go to the machine whose Patroni says that it is the primary. */
export function renderProxy(): string {
  const servers = MACHINES.map(
    ({ name, address }) => `  server ${name} ${address}:${DATABASE_PORT} check port ${PATRONI_PORT}`,
  );
  return [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen primary',
    `  bind ${APPLICATION_ADDRESS}:${PROXY_PORT}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ].join('\n');
}
