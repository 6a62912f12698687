import { startTlsReceiver } from '@keyframe/test-kit/tls';
import { expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../tests/support/dns-server.ts';
import { REFUSED_ADDRESSES, REFUSED_FORMS, RESOLVED } from '../../tests/support/hostile-urls.ts';
import { createEgress, type Egress } from './egress.ts';

const PROTOCOLS = ['https:'] as const;

function rows(table: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(table).flatMap(([trick, urls]) =>
    urls.map((url) => ({ trick, url, shown: JSON.stringify(url) })),
  );
}

/** Sends a request as a delivery does; the error, or a failing test when there is an answer. */
function failure(egress: Egress, url: string): Promise<unknown> {
  const request = { method: 'POST', url, body: '{}', timeoutMs: 5_000, maxResponseBytes: 1_000 };
  return egress.request({ ...request, protocols: PROTOCOLS }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => error,
  );
}

/** A way out whose name server nobody may need. */
function egressWithoutNames() {
  const lookups: string[] = [];
  const egress = createEgress({
    allow: [],
    resolveName: async (name) => {
      lookups.push(name);
      throw new Error('no name server');
    },
  });
  return { egress, lookups };
}

test.each(rows(REFUSED_ADDRESSES))('RES-4 EVT-7 refuses the address $shown ($trick)', async ({ url }) => {
  const { egress, lookups } = egressWithoutNames();
  expect(egress.check(url, { protocols: PROTOCOLS })).toMatch(/^must not point to a private/);
  expect(await failure(egress, url)).toMatchObject({ reason: 'blocked_address' });
  expect(lookups).toEqual([]);
});

test.each(rows(REFUSED_FORMS))('RES-4 EVT-7 refuses $shown for its form ($trick)', async ({ url }) => {
  const { egress, lookups } = egressWithoutNames();
  expect(egress.check(url, { protocols: PROTOCOLS })).toMatch(/^must /);
  expect(await failure(egress, url)).toMatchObject({ reason: 'invalid_url' });
  expect(lookups).toEqual([]);
});

test.each(Object.entries(RESOLVED))(
  'EVT-7 refuses %s at the connection, which resolves to %j',
  async (name, addresses) => {
    await using receiver = await startTlsReceiver();
    await using names = await startDnsServer({ [name]: addresses });
    const egress = createEgress({ allow: [], caFile: receiver.caFile, resolveName: names.resolveName });
    const url = `https://${name}:${receiver.port}/`;
    expect(egress.check(url, { protocols: PROTOCOLS })).toBeNull();
    expect(await failure(egress, url)).toMatchObject({ reason: 'blocked_address' });
    expect(names.questions).toContain(`A ${name}`);
    expect(receiver.connections).toBe(0);
  },
);

/** Resolves a name to a public address at first, and to an internal one from then on. */
function rebinding(inside: string) {
  return { 'rebind.example': { rounds: [['93.184.215.14'], [inside]] } };
}

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:7f00:1', 'fd00:ec2::254'])(
  'EVT-7 a name that was public a moment ago and now leads to %s is refused',
  async (inside) => {
    await using receiver = await startTlsReceiver();
    await using names = await startDnsServer(rebinding(inside));
    const before = await names.resolveName('rebind.example', new AbortController().signal);
    expect(before.map(({ address }) => address)).toEqual(['93.184.215.14']);
    const egress = createEgress({ allow: [], caFile: receiver.caFile, resolveName: names.resolveName });
    expect(await failure(egress, `https://rebind.example:${receiver.port}/`)).toMatchObject({
      reason: 'blocked_address',
    });
    expect(receiver.connections).toBe(0);
  },
);

test('EVT-7 resolves a name once per exchange, so a second answer has no effect', async () => {
  await using names: DnsServer = await startDnsServer({
    'rebind.example': { rounds: [['127.0.0.1'], ['93.184.215.14']] },
  });
  const egress = createEgress({ allow: [], resolveName: names.resolveName });
  expect(await failure(egress, 'https://rebind.example/')).toMatchObject({ reason: 'blocked_address' });
  expect([...names.questions].sort()).toEqual(['A rebind.example', 'AAAA rebind.example']);
});

test('the name server of the test is believed where SSRF protection is lifted', async () => {
  await using receiver = await startTlsReceiver();
  await using names = await startDnsServer({ 'localtest.example': ['127.0.0.1'] });
  const allow = [`localtest.example:${receiver.port}`];
  const egress = createEgress({ allow, caFile: receiver.caFile, resolveName: names.resolveName });
  // It reaches the receiver, whose certificate is for another name.
  expect(await failure(egress, `https://localtest.example:${receiver.port}/`)).toMatchObject({
    reason: 'tls',
  });
  expect(receiver.connections).toBe(1);
  expect(await failure(egress, 'https://unknown.example/')).toMatchObject({ reason: 'dns' });
});

test('the tables hold at least 150 URLs, each once', () => {
  const urls = [...rows(REFUSED_ADDRESSES), ...rows(REFUSED_FORMS)].map(({ url }) => url);
  const all = [...urls, ...Object.keys(RESOLVED)];
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(150);
});
