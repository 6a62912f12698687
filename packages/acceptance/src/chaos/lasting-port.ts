import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range from which systems give ports to outgoing connections, above the well-known services. */
const RANGE = { min: 20_000, max: 30_000 };

/** Finds a TCP port of 127.0.0.1 that a server can come back to: no outgoing connection takes it meanwhile. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(RANGE.min, RANGE.max);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
