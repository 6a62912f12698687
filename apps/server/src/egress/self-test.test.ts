import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { createEgress } from './egress.ts';
import { proveGuard } from './self-test.ts';

test('EVT-7 proves at start-up that this runtime refuses loopback', async () => {
  await expect(createEgress({ allow: [] }).selfTest()).resolves.toBeUndefined();
});

test('EVT-7 stops the start when a connection to loopback goes through', async () => {
  await expect(proveGuard(new BlockList())).rejects.toThrow(/does not refuse a connection to loopback/);
});
