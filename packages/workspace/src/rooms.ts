// Who may import whom. A package that is missing here is a finding, so that a new one gets its row first.

/** What the package `@keyframe/<name>` may import of its siblings; `types` may not remain at run time. */
export interface Room {
  directory: string;
  imports: readonly string[];
  types?: readonly string[];
}

export const ROOMS: Readonly<Record<string, Room>> = {
  spec: { directory: 'spec', imports: [] },
  workspace: { directory: 'packages/workspace', imports: [] },
  'openapi-model': { directory: 'packages/openapi-model', imports: [] },
  'openapi-hono': { directory: 'packages/openapi-hono', imports: ['openapi-model'] },
  contract: { directory: 'packages/contract', imports: ['spec', 'openapi-hono', 'openapi-model'] },
  client: { directory: 'packages/client', imports: [], types: ['contract'] },
  acceptance: {
    directory: 'packages/acceptance',
    imports: ['client', 'contract', 'docs', 'media-process', 'mock', 'openapi-hono', 'server'],
  },
  bench: { directory: 'packages/bench', imports: ['client', 'contract', 'mock', 'server'] },
  'media-process': { directory: 'packages/media-process', imports: [] },
  'local-renderer': { directory: 'packages/local-renderer', imports: ['media-process'] },
  server: {
    directory: 'apps/server',
    imports: ['client', 'contract', 'docs', 'local-renderer', 'media-process', 'mock'],
  },
  docs: { directory: 'apps/docs', imports: ['contract'] },
  mock: { directory: 'apps/mock', imports: ['contract'] },
};

/** Tooling that every package's `vitest.config.ts` may import. */
export const SHARED_TOOLING = '@keyframe/workspace/vitest';

/** A folder of a package's sources and the folders beside it that it may import. */
export interface Folder {
  directory: string;
  imports: readonly string[];
}

// Leaves: each would otherwise grow a cycle at run time through the tasks that use it; types are free.
export const LEAF_FOLDERS: readonly Folder[] = [
  { directory: 'apps/server/src/telemetry', imports: [] },
  { directory: 'apps/server/src/egress', imports: ['apps/server/src/telemetry'] },
  { directory: 'apps/server/src/db', imports: ['apps/server/src/telemetry'] },
  { directory: 'apps/server/src/keys', imports: ['apps/server/src/db', 'apps/server/src/telemetry'] },
  { directory: 'apps/server/src/credits', imports: ['apps/server/src/db', 'apps/server/src/telemetry'] },
];

/** Folders that only the modules directly in the folder above them may import: they wire, nothing builds on them. */
export const OUTERMOST_FOLDERS: readonly string[] = ['apps/server/src/admin', 'apps/server/src/http'];
