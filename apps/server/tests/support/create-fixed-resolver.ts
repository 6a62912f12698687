import { isIPv6 } from 'node:net';
import type { ResolveName } from '../../src/egress/index.ts';

/** Resolves every name to the given addresses, as a name server of an attacker would. */
export function createFixedResolver(...addresses: readonly string[]): ResolveName {
  return async () => addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}
