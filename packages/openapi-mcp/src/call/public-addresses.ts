import { BlockList, isIP } from 'node:net';

// The registries of special addresses (RFC 6890), and networks whose addresses contain those of IPv4.
const SPECIAL = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  SPECIAL.addSubnet(network, prefix, 'ipv6');
}

/** Reports whether an address is of the internet: not of a private network, of this machine, or of no host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // The list applies the networks of IPv4 to mapped addresses, such as ::ffff:127.0.0.1.
  return family !== 0 && !SPECIAL.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
