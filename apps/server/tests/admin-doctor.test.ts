import { createServer } from 'node:http';
import { listen } from '@keyframe/test-kit';
import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { useServer } from './support/server.ts';

const { connection, url, dataDirectory } = useServer();

interface Finding {
  readonly check: string;
  readonly result: string;
  readonly detail: string;
}

async function diagnose(settings: Readonly<Record<string, string>> = {}) {
  const given = {
    DATABASE_URL: connection.url,
    PUBLIC_URL: url(''),
    KEYFRAME_DATA: dataDirectory(),
    ...settings,
  };
  const { code, stdout } = await runAdmin(given, ['doctor', '--json']);
  const findings: Finding[] = JSON.parse(stdout);
  const find = (name: string) => findings.find(({ check }) => check.startsWith(name));
  return { code, find };
}

test('doctor passes on a service that is well, and warns that the database has no standby', async () => {
  const { code, find } = await diagnose();
  expect(code).toBe(0);
  for (const name of [
    'DNS',
    'TLS',
    'PUBLIC_URL',
    'PostgreSQL',
    'clock',
    'migrations',
    'partitions',
    'results',
  ]) {
    expect(find(name)).toMatchObject({ result: 'ok' });
  }
  expect(find('PostgreSQL')?.detail).toMatch(/^version 1[578]\.\d+, the primary$/);
  expect(find('replication')).toMatchObject({
    result: 'warning',
    detail: expect.stringMatching(/^no standby/),
  });
});

test.each([
  ['PUBLIC_URL where nothing listens', { PUBLIC_URL: 'http://127.0.0.1:1' }, 'PUBLIC_URL', /fetch failed/],
  ['PUBLIC_URL with an unknown name', { PUBLIC_URL: 'http://nothing.invalid' }, 'DNS', /nothing\.invalid/],
  [
    'a database that cannot be reached',
    { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' },
    'PostgreSQL',
    /ECONNREFUSED/,
  ],
  [
    'migrations that cannot be read',
    { DATABASE_URL: 'postgres://a@127.0.0.1:1/b' },
    'migrations',
    /^connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
  ['a folder that cannot be written', { KEYFRAME_DATA: '/dev/null/data' }, 'results', /KEYFRAME_DATA/],
])('doctor fails for %s', async (...[, settings, check, detail]) => {
  const { code, find } = await diagnose(settings);
  expect(code).toBe(1);
  expect(find(check)).toMatchObject({ result: 'failed', detail: expect.stringMatching(detail) });
});

test('doctor fails while a coming month has no partition', async () => {
  const { rows } = await connection.pool.query<{ name: string }>(
    `SELECT name FROM month_partitions WHERE parent = 'upstream_tasks' ORDER BY until_id DESC NULLS LAST LIMIT 1`,
  );
  const name = rows[0]?.name ?? '';
  await connection.pool.query(`DROP TABLE ${name}`);
  const { code, find } = await diagnose();
  expect(code).toBe(1);
  expect(find('partitions')).toMatchObject({ result: 'failed', detail: expect.stringMatching(/^1 missing/) });
  await connection.pool.query('SELECT create_partition($1)', [name]);
});

test('doctor reports an address that is another service, and its clock', async () => {
  await using other = await listen(createServer((_, response) => response.end('{}')));
  const { find } = await diagnose({ PUBLIC_URL: `http://127.0.0.1:${other.port}` });
  expect(find('PUBLIC_URL')).toMatchObject({
    result: 'failed',
    detail: expect.stringContaining('not the document'),
  });
  const document = JSON.stringify({ openapi: '3.1.1' });
  await using late = await listen(
    createServer((_, response) => response.setHeader('Date', new Date(0).toUTCString()).end(document)),
  );
  const lateFindings = await diagnose({ PUBLIC_URL: `http://127.0.0.1:${late.port}` });
  expect(lateFindings.find('PUBLIC_URL')).toMatchObject({
    result: 'warning',
    detail: expect.stringContaining('NTP'),
  });
});

test('doctor reads the certificate of an https address', async () => {
  const receiver = await startTlsReceiver();
  try {
    const trusted = { PUBLIC_URL: receiver.url, NODE_EXTRA_CA_CERTS: receiver.caFile };
    expect((await diagnose(trusted)).find('TLS')?.detail).toMatch(/valid for \d+ days/);
    expect((await diagnose({ PUBLIC_URL: receiver.url })).find('TLS')).toMatchObject({ result: 'failed' });
  } finally {
    await receiver.close();
  }
});

test('the help lists the commands with what they require', async () => {
  const { stdout } = await runAdmin({}, ['--help']);
  expect(stdout).toContain('team create --name <name>');
});
