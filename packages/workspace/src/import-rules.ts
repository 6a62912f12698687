// The allowed imports, as data: dependencies run one way, between packages and between the server's folders.

/** The sibling packages that a package may import; those under `types` only as types. */
export interface PackageImports {
  readonly directory: string;
  readonly imports: readonly string[];
  readonly types?: readonly string[];
}

export const PACKAGES: Readonly<Record<string, PackageImports>> = {
  spec: { directory: 'spec', imports: [] },
  workspace: { directory: 'packages/workspace', imports: [] },
  'test-kit': { directory: 'packages/test-kit', imports: [] },
  'design-system': { directory: 'packages/design-system', imports: [] },
  'openapi-model': { directory: 'packages/openapi-model', imports: [] },
  'openapi-tooling': { directory: 'packages/openapi-tooling', imports: ['openapi-model'] },
  'openapi-runtime': { directory: 'packages/openapi-runtime', imports: [] },
  'openapi-schema': {
    directory: 'packages/openapi-schema',
    imports: ['openapi-model', 'openapi-runtime', 'openapi-tooling'],
  },
  'openapi-values': {
    directory: 'packages/openapi-values',
    imports: ['openapi-model', 'openapi-runtime', 'openapi-schema'],
  },
  'openapi-hono': {
    directory: 'packages/openapi-hono',
    imports: ['openapi-model', 'openapi-runtime', 'openapi-schema', 'openapi-tooling', 'openapi-values'],
  },
  'contract-gate': {
    directory: 'packages/contract-gate',
    imports: [
      'openapi-hono',
      'openapi-model',
      'openapi-runtime',
      'openapi-schema',
      'openapi-tooling',
      'openapi-values',
    ],
  },
  'openapi-client': {
    directory: 'packages/openapi-client',
    imports: ['openapi-model', 'openapi-runtime', 'openapi-schema', 'openapi-tooling'],
  },
  'openapi-fetch': { directory: 'packages/openapi-fetch', imports: ['openapi-runtime'] },
  'openapi-mock': {
    directory: 'packages/openapi-mock',
    imports: [
      'openapi-client',
      'openapi-model',
      'openapi-runtime',
      'openapi-schema',
      'openapi-tooling',
      'openapi-values',
    ],
  },
  'openapi-mcp': {
    directory: 'packages/openapi-mcp',
    imports: [
      'openapi-client',
      'openapi-mock',
      'openapi-model',
      'openapi-runtime',
      'openapi-schema',
      'openapi-tooling',
      'openapi-values',
    ],
  },
  keyframe: {
    directory: 'packages/keyframe',
    imports: [
      'client',
      'contract-gate',
      'openapi-client',
      'openapi-hono',
      'openapi-mcp',
      'openapi-mock',
      'openapi-model',
      'openapi-tooling',
    ],
  },
  'create-keyframe': { directory: 'packages/create-keyframe', imports: ['openapi-tooling'] },
  contract: {
    directory: 'packages/contract',
    imports: ['spec', 'contract-gate', 'openapi-runtime', 'openapi-values'],
  },
  client: {
    directory: 'packages/client',
    imports: ['openapi-client', 'openapi-runtime'],
    types: ['contract'],
  },
  'ai-sdk-provider': { directory: 'packages/ai-sdk-provider', imports: ['client'] },
  'console-contract': {
    directory: 'packages/console-contract',
    imports: ['openapi-client', 'openapi-hono', 'openapi-runtime', 'spec'],
  },
  acceptance: {
    directory: 'packages/acceptance',
    imports: [
      'ai-sdk-provider',
      'client',
      'contract',
      'contract-gate',
      'docs',
      'example-client-quickstart',
      'example-hono-from-openapi',
      'example-openapi-fetch',
      'example-webhook-receiver',
      'keyframe',
      'media-process',
      'mock',
      'openapi-fetch',
      'openapi-hono',
      'openapi-mock',
      'openapi-values',
      'server',
    ],
  },
  // Nothing of the workspace but its tarballs: `app` is what their users write.
  consumers: {
    directory: 'packages/acceptance/consumers',
    imports: [
      'ai-sdk-provider',
      'client',
      'contract',
      'contract-gate',
      'create-keyframe',
      'keyframe',
      'mock',
      'openapi-fetch',
      'openapi-hono',
      'openapi-mcp',
      'openapi-mock',
      'openapi-model',
      'openapi-runtime',
      'openapi-schema',
      'openapi-values',
    ],
  },
  bench: {
    directory: 'packages/bench',
    imports: [
      'client',
      'contract',
      'contract-gate',
      'mock',
      'openapi-hono',
      'openapi-mock',
      'openapi-model',
      'openapi-schema',
      'openapi-values',
      'server',
    ],
  },
  'media-process': { directory: 'packages/media-process', imports: [] },
  'local-renderer': { directory: 'packages/local-renderer', imports: ['media-process'] },
  server: {
    directory: 'apps/server',
    imports: [
      'client',
      'console',
      'console-contract',
      'contract',
      'docs',
      'local-renderer',
      'media-process',
      'mock',
      'openapi-runtime',
      'openapi-tooling',
    ],
  },
  console: { directory: 'apps/console', imports: ['console-contract', 'design-system'] },
  docs: {
    directory: 'apps/docs',
    imports: [
      'contract',
      'contract-gate',
      'design-system',
      'openapi-model',
      'openapi-schema',
      'openapi-tooling',
      'openapi-values',
      'spec',
    ],
  },
  mock: { directory: 'packages/mock', imports: ['contract', 'openapi-mock', 'openapi-tooling'] },
  'example-client-quickstart': { directory: 'apps/examples/client-quickstart', imports: ['client'] },
  'example-openapi-fetch': {
    directory: 'apps/examples/openapi-fetch',
    imports: [],
    types: ['contract'],
  },
  'example-webhook-receiver': { directory: 'apps/examples/webhook-receiver', imports: ['client'] },
  'example-hono-from-openapi': {
    directory: 'apps/examples/hono-from-openapi',
    imports: ['keyframe', 'openapi-runtime'],
  },
};

/** The server's folders from the lowest up, and the folders beside each that it may import, types included. */
export const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  db: [],
  telemetry: [],
  egress: ['telemetry'],
  audit: ['db'],
  auth: ['audit', 'db', 'telemetry'],
  credits: ['audit', 'db', 'telemetry'],
  jobs: ['db', 'telemetry'],
  notifications: ['telemetry'],
  results: ['db'],
  references: ['egress', 'telemetry'],
  callbacks: ['audit', 'db', 'egress', 'telemetry'],
  tasks: ['audit', 'auth', 'callbacks', 'credits', 'db', 'jobs', 'results', 'telemetry'],
  generation: ['db', 'egress', 'jobs', 'references', 'results', 'tasks', 'telemetry'],
};

/** The server's folders that its top-level modules wire, and the folders beside each that may import it all the same. */
export const OUTERMOST_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  admin: [],
  console: [],
  http: ['console'],
};

/** The folders of contract-gate's conformance tests from the lowest up, and the sibling folders that each may import. */
export const CONFORMANCE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  wire: [],
  requests: ['schema', 'wire'],
  session: ['requests', 'schema', 'wire'],
  resources: ['requests', 'schema', 'session', 'wire'],
  callbacks: ['requests', 'schema', 'session', 'wire'],
  behavior: ['callbacks', 'requests', 'resources', 'schema', 'session', 'wire'],
  checks: ['behavior', 'callbacks', 'requests', 'resources', 'schema', 'session', 'wire'],
  phases: ['behavior', 'callbacks', 'checks', 'requests', 'resources', 'schema', 'session', 'wire'],
};

/** The folders of contract-gate itself, in the same order. */
export const GATE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  filter: [],
  tools: [],
  conformance: ['filter'],
  diff: ['filter'],
  pages: ['conformance', 'diff'],
  report: ['conformance', 'diff', 'pages'],
  config: ['conformance', 'diff', 'filter'],
  lint: ['filter', 'report', 'tools'],
  'round-trip': ['conformance', 'diff', 'filter', 'report'],
  ci: ['config', 'conformance', 'diff', 'filter', 'lint', 'report', 'round-trip', 'tools'],
  cli: ['ci', 'config', 'conformance', 'diff', 'filter', 'lint', 'pages', 'report', 'round-trip'],
};
