import { expect, test } from 'vitest';
import { listMissing, type Survey } from './prerequisites.ts';

const PROGRAMS = ['etcd', 'haproxy', 'ip', 'tc', 'unshare', 'setpriv', 'mount', 'ps', 'patroni'];
const COMPLETE: Survey = {
  isLinux: true,
  isRoot: true,
  programs: new Map(PROGRAMS.map((name) => [name, `/usr/bin/${name}`])),
  postgresql: '/usr/lib/postgresql/15/bin',
};

function without(...names: readonly string[]): Survey {
  return { ...COMPLETE, programs: new Map([...COMPLETE.programs].filter(([name]) => !names.includes(name))) };
}

test('a machine that has everything lacks nothing', () => {
  expect(listMissing(COMPLETE)).toEqual([]);
});

test.each<[string, Survey, RegExp[]]>([
  ['another system', { ...COMPLETE, isLinux: false, isRoot: false }, [/need Linux/]],
  ['another user', { ...COMPLETE, isRoot: false }, [/need root/]],
  ['no etcd and no HAProxy', without('etcd', 'haproxy'), [/^apt-get install etcd-server haproxy$/]],
  ['no ip and no tc, which are one package', without('ip', 'tc'), [/^apt-get install iproute2$/]],
  ['no PostgreSQL', { ...COMPLETE, postgresql: undefined }, [/^apt-get install postgresql$/]],
  ['no Patroni', without('patroni'), [/^npm run failover:tools, /]],
  ['neither etcd nor Patroni', without('etcd', 'patroni'), [/^apt-get install etcd-server$/, /patroni/]],
])('%s: the message names what to install', (_, survey, messages) => {
  const missing = listMissing(survey);
  expect(missing).toHaveLength(messages.length);
  messages.forEach((message, index) => {
    expect(missing[index]).toMatch(message);
  });
});
