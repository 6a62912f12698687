/** The address of a client: that of the connection, or the one that a trusted proxy reports. */
import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Carries the address of the client to better-auth; a request that brings it loses it. */
export const CLIENT_ADDRESS_HEADER = 'x-keyframe-client-address';

/** Groups of an IPv6 address that one customer of a provider has: a /64 network. */
const IPV6_NETWORK_GROUPS = 4;

/** Reads the address of a client; `header` is the one that a trusted proxy sets, whose last entry is the proxy's own word. */
export function clientAddress(context: Context, header: string | undefined): string | null {
  const said = header === undefined ? undefined : context.req.header(header)?.split(',').at(-1)?.trim();
  const address = said || getConnInfo(context).remote.address;
  return address?.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 100) ?? null;
}

/** Gives what limits count a client under: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, IPV6_NETWORK_GROUPS).join(':');
}
