import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/** Below the range from which systems give ports to outgoing connections, above the well-known services. */
const RANGE = { min: 20_000, max: 30_000 };
const CANDIDATES = 50;

/**
 * Finds a TCP port of 127.0.0.1 that nothing listens on. This process never gets it a second time, and no outgoing
 * connection takes it, so a server may also leave it and come back.
 */
export function freePort(): Promise<number> {
  // In random order: other test processes draw from the same range.
  const port = Array.from({ length: CANDIDATES }, () => randomInt(RANGE.min, RANGE.max));
  return getPort({ port, host: '127.0.0.1', reserve: true });
}
