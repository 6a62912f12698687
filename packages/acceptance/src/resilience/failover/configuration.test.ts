import { expect, test } from 'vitest';
import { createClusterSettings, listEtcdArguments, renderPatroni, renderProxy } from './configuration.ts';
import { formatDatabaseUrl, MACHINES } from './topology.ts';

const [machine] = MACHINES;
if (machine === undefined) throw new Error('There is no machine.');
const patroni = JSON.parse(
  renderPatroni(machine, { folder: '/data', binaries: '/usr/lib/postgresql/15/bin' }),
);

test('a commit waits for one of two standbys, and for none of them once the cluster is asynchronous', () => {
  expect(patroni.bootstrap.dcs).toMatchObject({
    synchronous_mode: 'quorum',
    synchronous_mode_strict: true,
    synchronous_node_count: 1,
  });
  expect(createClusterSettings({ synchronous: false })).toMatchObject({
    synchronous_mode: 'off',
    synchronous_mode_strict: false,
  });
});

test('the lease is one that Patroni accepts: at least the interval plus twice the timeout', () => {
  const { ttl, loop_wait: loopWait, retry_timeout: retryTimeout } = patroni.bootstrap.dcs;
  expect(ttl).toBe(20);
  expect(ttl).toBeGreaterThanOrEqual(loopWait + 2 * retryTimeout);
});

test('PostgreSQL and etcd of a machine have addresses in different networks, so that either can be cut alone', () => {
  expect(patroni.postgresql.connect_address).toBe('10.77.0.11:5432');
  expect(patroni.etcd3.hosts).toEqual(['10.77.1.11:2379', '10.77.1.12:2379', '10.77.1.13:2379']);
  expect(listEtcdArguments(machine, '/data')).toEqual(
    expect.arrayContaining([
      '--listen-peer-urls=http://10.77.1.11:2380',
      '--initial-cluster=pg1=http://10.77.1.11:2380,pg2=http://10.77.1.12:2380,pg3=http://10.77.1.13:2380',
    ]),
  );
});

test('HAProxy queries every Patroni for the primary, and closes connections to one that is not', () => {
  const lines = renderProxy().split('\n');
  expect(lines).toContain('  option httpchk OPTIONS /primary');
  expect(lines.join('\n')).toContain('on-marked-down shutdown-sessions');
  expect(lines.filter((line) => line.startsWith('  server '))).toEqual(
    MACHINES.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`),
  );
});

test('the two routes to the primary are the address of HAProxy, and a list of all servers', () => {
  expect(formatDatabaseUrl('HAProxy', 'app')).toBe('postgres://app:keyframe@10.77.0.1:5000/keyframe');
  expect(formatDatabaseUrl('several hosts', 'app')).toBe(
    'postgres://app:keyframe@10.77.0.11:5432,10.77.0.12:5432,10.77.0.13:5432/keyframe',
  );
});
