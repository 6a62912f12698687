import type { Server } from './model.ts';
import { readServerPath } from './read-servers.ts';

// Several variables with many values each would otherwise take all memory.
const MOST_PATHS = 1_000;

/**
 * Lists the paths of the servers of an operation or a document, with each documented value of their variables: `/v1`,
 * empty for the root; at most 1,000 for each server. Mocks and generated servers serve these paths.
 */
export function listServerPaths({ servers }: { servers: readonly Server[] }): string[] {
  return [...new Set(servers.flatMap(expandServer))];
}

// Servers that differ only in what precedes their paths are the same.
function expandServer(server: Server): string[] {
  const found = new Map([[readServerPath(server), server]]);
  for (const { name, values = [] } of server.variables) {
    for (const known of [...found.values()]) {
      for (const value of values) {
        const variables = known.variables.map((one) => (one.name === name ? { ...one, value } : one));
        const other = { ...known, variables };
        const path = readServerPath(other);
        if (found.size < MOST_PATHS && !found.has(path)) found.set(path, other);
      }
    }
  }
  return [...found.keys()].filter((path) => path !== undefined);
}
