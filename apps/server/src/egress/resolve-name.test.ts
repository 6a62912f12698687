import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@keyframe/test-kit';
import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test, vi } from 'vitest';
import { startDnsServer, type Zone } from '../../tests/support/dns-server.ts';
import { fakeTimers } from '../../tests/support/fake-timers.ts';
import { createEgress } from './egress.ts';
import { createNameResolver } from './resolve-name.ts';

const NEVER = new AbortController().signal;
const SILENT = { silent: ['A', 'AAAA'], addresses: [] } as const;

/** Resolves a name over a zone; the failure, when there is one. */
async function resolve(zone: Zone, name: string) {
  await using server = await startDnsServer(zone);
  using _ = fakeTimers();
  const resolving = server.resolveName(name, NEVER).catch((error: unknown) => error);
  if ('silent' in (zone[name] ?? {})) {
    await eventually('the timer of the other family', () => vi.getTimerCount() === 2);
    vi.advanceTimersByTime(300);
  }
  const found = await resolving;
  return { found, questions: server.questions };
}

test.each<[string, Zone[string], readonly string[]]>([
  ['both families', ['2606:4700::1', '1.1.1.1'], ['1.1.1.1', '2606:4700::1']],
  ['IPv4 alone', ['1.1.1.1', '1.0.0.1'], ['1.1.1.1', '1.0.0.1']],
  ['IPv6 alone', ['2606:4700::1'], ['2606:4700::1']],
  [
    'a chain of aliases',
    { via: ['a.example', 'b.example'], addresses: ['1.1.1.1', '2606:4700::1'] },
    ['1.1.1.1', '2606:4700::1'],
  ],
  ['silence about IPv6', { silent: ['AAAA'], addresses: ['1.1.1.1', '2606:4700::1'] }, ['1.1.1.1']],
  ['silence about IPv4', { silent: ['A'], addresses: ['1.1.1.1', '2606:4700::1'] }, ['2606:4700::1']],
])('resolves a name with %s, IPv4 first', async (_what, entry, addresses) => {
  const { found } = await resolve({ 'hooks.example': entry }, 'hooks.example');
  expect(found).toEqual(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
});

test('reports a name without an address', async () => {
  const { found } = await resolve({}, 'unknown.example');
  expect(found).toMatchObject({
    name: 'EgressError',
    reason: 'dns',
    message: 'unknown.example does not resolve: ENODATA',
  });
});

test('gives up on a silent name server after 3 seconds, and remembers the name', async () => {
  await using server = await startDnsServer({ 'silent.example': SILENT });
  const failure = {
    reason: 'dns',
    message: 'silent.example does not resolve: no name server answered within 3000 ms',
  };
  using _ = fakeTimers();
  const resolving = server.resolveName('silent.example', NEVER);
  await eventually('both queries', () => server.questions.length >= 2);
  vi.advanceTimersByTime(3_000);
  await expect(resolving).rejects.toMatchObject(failure);
  const { length } = server.questions;
  await expect(server.resolveName('silent.example', NEVER)).rejects.toMatchObject(failure);
  expect(server.questions).toHaveLength(length);
});

test('forgets a failure after 5 seconds, and the oldest of more than 1,000', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await using server = await startDnsServer({ 'back.example': { rounds: [[], ['1.1.1.1']] } });
    const ask = (name: string) => server.resolveName(name, NEVER);
    await expect(ask('back.example')).rejects.toMatchObject({ reason: 'dns' });
    vi.advanceTimersByTime(4_999);
    await expect(ask('back.example')).rejects.toMatchObject({ reason: 'dns' });
    vi.advanceTimersByTime(2);
    expect(await ask('back.example')).toEqual([{ address: '1.1.1.1', family: 4 }]);

    const names = Array.from({ length: 1_001 }, (_, index) => `n${index}.example`);
    for (const name of names) await ask(name).catch(() => {});
    const { length } = server.questions;
    await ask('n1.example').catch(() => {});
    expect(server.questions).toHaveLength(length);
    await ask('n0.example').catch(() => {});
    expect(server.questions.length).toBeGreaterThan(length);
  } finally {
    vi.useRealTimers();
  }
});

test('an abort ends the queries, and is not remembered against the name', async () => {
  await using server = await startDnsServer({
    'slow.example': { silent: ['A', 'AAAA'], addresses: ['1.1.1.1'] },
  });
  const controller = new AbortController();
  const reason = new Error('stopping');
  const resolving = server.resolveName('slow.example', controller.signal);
  await eventually('the second query', () => server.questions.length >= 2);
  controller.abort(reason);
  await expect(resolving).rejects.toBe(reason);
  const { length } = server.questions;
  const again = new AbortController();
  const resolvingAgain = server.resolveName('slow.example', again.signal).catch(() => {});
  await eventually('the next query', () => server.questions.length > length);
  again.abort(reason);
  await resolvingAgain;
});

test('a name of the hosts file is not queried, and a change of the file counts at once', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-hosts-'));
  const hostsFile = join(folder.path, 'hosts');
  await using server = await startDnsServer({ 'queried.example': ['1.1.1.1'] });
  const resolveName = createNameResolver({ servers: [server.address], hostsFile });
  const ask = async (name: string) => (await resolveName(name, NEVER)).map(({ address }) => address);
  expect(await ask('localhost')).toEqual(['127.0.0.1', '::1']);
  await writeFile(hostsFile, '# ours\n10.0.0.1 Listed.example other # it\n::5 listed.example\nnonsense\n');
  expect(await ask('listed.example')).toEqual(['10.0.0.1', '::5']);
  expect(await ask('other')).toEqual(['10.0.0.1']);
  expect(server.questions).toEqual([]);
  expect(await ask('queried.example')).toEqual(['1.1.1.1']);
});

test('EVT-7 a name of the hosts file leads inside no more than any other', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'keyframe-hosts-'));
  const hostsFile = join(folder.path, 'hosts');
  await writeFile(hostsFile, '127.0.0.1 inside.example\n');
  await using receiver = await startTlsReceiver();
  const egress = createEgress({ allow: [], resolveName: createNameResolver({ hostsFile }) });
  const url = `https://inside.example:${receiver.port}/`;
  const request = {
    method: 'POST',
    url,
    timeoutMs: 60_000,
    maxResponseBytes: 1,
    protocols: ['https:'],
  } as const;
  await expect(egress.request(request)).rejects.toMatchObject({ reason: 'blocked_address' });
  expect(receiver.connections).toBe(0);
});
