import { isIP } from 'node:net';
import { createAddressBlockList } from '@keyframe/openapi-tooling/network';

const BLOCKED = createAddressBlockList();

/** Reports whether an address is of the internet: not of a private network, of this machine, or of no host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !BLOCKED.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
