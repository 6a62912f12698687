// SSRF protection: the addresses that no URL of a user may reach. These are all that the IANA special-purpose
// registries do not hold as globally reachable, and the ranges that smuggle an IPv4 address inside an IPv6 one.
import { BlockList, isIP } from 'node:net';

const IPV4_RANGES = [
  ['0.0.0.0', 8], // unspecified; Linux connects 0.0.0.0 to loopback
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT, where some clouds keep their metadata service
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's host services: a public address that only its own machines reach
  ['169.254.0.0', 16], // link-local, the metadata service of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and limited broadcast
] as const;

// An IPv4-mapped address (::ffff:0:0/96) is checked by its IPv4 half: BlockList applies the IPv4 ranges to it.
// A range that contains ::ffff:0:0/96, such as ::/3, would make BlockList refuse every IPv4 address.
const IPV6_RANGES = [
  ['100::', 8], // discard-only, and reserved
  ['200::', 7], // reserved
  ['400::', 6], // reserved
  ['800::', 5], // reserved
  ['1000::', 4], // reserved
  ['2001::', 23], // IETF protocol assignments: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
  ['4000::', 2], // reserved, and segment routing
  ['8000::', 1], // unique local, link-local, site-local, multicast, and reserved
] as const;

const MAPPED = 0xffffn << 32n;

/**
 * Lists what ::/8 holds beside ::ffff:0:0/96: unspecified, loopback, IPv4-compatible, IPv4-translated, NAT64, reserved.
 * One range a bit: that bit flipped, the bits before it kept.
 */
function rangesAroundMapped(): [network: string, prefix: number][] {
  return Array.from({ length: 96 - 8 }, (_, index) => {
    const prefix = index + 9;
    const rest = BigInt(128 - prefix);
    const network = ((MAPPED ^ (1n << rest)) >> rest) << rest;
    const digits = network.toString(16).padStart(32, '0');
    return [digits.replace(/(.{4})(?!$)/g, '$1:'), prefix];
  });
}

/** Lists every address range that is refused, for `check` and for the `blockList` of a connection. */
export function createAddressBlockList(): BlockList {
  const blockList = new BlockList();
  for (const [network, prefix] of IPV4_RANGES) blockList.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of [...IPV6_RANGES, ...rangesAroundMapped()])
    blockList.addSubnet(network, prefix, 'ipv6');
  return blockList;
}

const BLOCKED = createAddressBlockList();

/** Reports whether an address is of the internet: not of a private network, of this machine, or of no host. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !BLOCKED.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
