// Who may import whom, as data: dependencies run one way, between packages and between the server's folders.

/** What a package may import of its siblings; of those under `types`, nothing may remain at run time. */
export interface PackageImports {
  readonly directory: string;
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}

export const PACKAGES: Readonly<Record<string, PackageImports>> = {
  spec: { directory: 'spec', imports: [] },
  workspace: { directory: 'packages/workspace', imports: [] },
  'openapi-model': { directory: 'packages/openapi-model', imports: [] },
  'openapi-runtime': { directory: 'packages/openapi-runtime', imports: [] },
  'openapi-hono': { directory: 'packages/openapi-hono', imports: ['openapi-model', 'openapi-runtime'] },
  'contract-gate': {
    directory: 'packages/contract-gate',
    imports: ['openapi-hono', 'openapi-model', 'openapi-runtime'],
  },
  contract: {
    directory: 'packages/contract',
    imports: ['spec', 'openapi-hono', 'openapi-model', 'openapi-runtime'],
  },
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

/** The server's folders from the lowest up, and the folders beside each that it may import, types included. */
export const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  db: [],
  telemetry: [],
  egress: ['telemetry'],
  auth: ['db', 'telemetry'],
  credits: ['db', 'telemetry'],
  jobs: ['db', 'telemetry'],
  results: ['db'],
  references: ['egress', 'telemetry'],
  callbacks: ['db', 'egress', 'telemetry'],
  tasks: ['auth', 'callbacks', 'credits', 'db', 'jobs', 'results', 'telemetry'],
  generation: ['db', 'egress', 'jobs', 'references', 'results', 'tasks', 'telemetry'],
};

/** The server's folders that only its top-level modules import: they wire, nothing builds on them. */
export const OUTERMOST_FOLDERS: readonly string[] = ['admin', 'http'];
