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
  const servers = new Map([[readServerPath(server), server]]);
  for (const { name, values = [] } of server.variables) {
    for (const base of [...servers.values()]) {
      for (const value of values) {
        const variables = base.variables.map((variable) =>
          variable.name === name ? { ...variable, value } : variable,
        );
        const expanded = { ...base, variables };
        const path = readServerPath(expanded);
        if (servers.size < MOST_PATHS && !servers.has(path)) servers.set(path, expanded);
      }
    }
  }
  return [...servers.keys()].filter((path) => path !== undefined);
}
