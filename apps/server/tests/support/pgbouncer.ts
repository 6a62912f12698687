// PgBouncer in transaction mode, with the settings that the README of the server names.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, freePort } from '@keyframe/test-kit';
import { Client } from 'pg';
import { databaseHome } from '../../src/db/embedded-home.ts';

/** Fewer than the connections of two processes, so that sessions are shared. */
const SERVER_CONNECTIONS = 8;

/** A running pooler. */
export interface Pooler {
  /** Leads a URL through the pooler. */
  route(url: string): string;
  stop(): Promise<void>;
}

/** Starts the `pgbouncer` of the path in front of a server, whose data directory it shares. */
export async function startPgbouncer(
  directory: string,
  { url, applicationUrl }: { readonly url: string; readonly applicationUrl: string },
): Promise<Pooler> {
  const { user, directory: home } = await databaseHome(directory);
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  const users = join(home, 'pgbouncer-users.txt');
  const { username, password } = new URL(applicationUrl);
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(file, renderConfiguration({ url, port, users }));
  for (const path of [file, users]) if (user !== undefined) await chown(path, user.uid, user.gid);
  await setRoleDefaults(url, username);
  const child = spawn('pgbouncer', ['--quiet', file], { ...user, stdio: 'inherit' });
  const ended = once(child, 'exit');
  await eventually('PgBouncer to listen', () => (child.exitCode === null ? canConnect(port) : fail()), {
    timeoutMs: 10_000,
  });
  return {
    route(direct) {
      const routed = new URL(direct);
      routed.port = String(port);
      return routed.href;
    },
    async stop() {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

function fail(): never {
  throw new Error('PgBouncer has ended.');
}

function renderConfiguration({ url, port, users }: { url: string; port: number; users: string }): string {
  return [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(url).port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_prepared_statements = 200',
    'ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout',
    'max_client_conn = 1000',
    `default_pool_size = ${SERVER_CONNECTIONS}`,
    '',
  ].join('\n');
}

/** Sets what the service otherwise sends when it connects. */
async function setRoleDefaults(url: string, role: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const defaults = [
      'search_path = keyframe',
      `statement_timeout = '10s'`,
      `client_connection_check_interval = '1s'`,
    ];
    for (const setting of [...defaults, `idle_in_transaction_session_timeout = '2s'`]) {
      await client.query(`ALTER ROLE ${role} SET ${setting}`);
    }
  } finally {
    await client.end();
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}
