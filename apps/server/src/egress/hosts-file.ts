// The names that an administrator gives addresses by hand. c-ares queries name servers only, and would miss them.
import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Finds the addresses that the hosts file gives a name; none when it does not list the name. */
export type FindInHostsFile = (name: string) => readonly LookupAddress[];

type Listing = ReadonlyMap<string, readonly LookupAddress[]>;

// Addresses of localhost on a system whose hosts file is missing or omits it (RFC 6761, 6.3).
const LOCALHOST: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function parse(content: string): Listing {
  const listing = new Map<string, LookupAddress[]>();
  for (const line of content.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((listed) => listed.toLowerCase())) {
      listing.set(name, [...(listing.get(name) ?? []), { address, family }]);
    }
  }
  return listing;
}

/** Opens the hosts file, which is read again whenever it has changed; a missing file lists nothing. */
export function openHostsFile(path: string): FindInHostsFile {
  let readAt = Number.NaN;
  let listing: Listing = new Map();

  // Synchronous: asynchronous file access waits for the threads that everything else in the process shares.
  const refresh = () => {
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === readAt) return;
    listing = changedAt === undefined ? new Map() : parse(readFileSync(path, 'utf8'));
    readAt = changedAt ?? Number.NaN;
  };

  return (name) => {
    refresh();
    return listing.get(name) ?? (name === 'localhost' ? LOCALHOST : []);
  };
}
