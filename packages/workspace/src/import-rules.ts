// The allowed imports, as data: dependencies run one way, between packages and between the server's folders.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from './published-packages.ts';
import { ROOT } from './root.ts';

/** A package of the workspace, and the packages of the workspace that its package.json declares. */
export interface WorkspacePackage {
  readonly directory: string;
  readonly declared: readonly string[];
}

const SCOPE = '@keyframe/';
const MANIFESTS = '{spec,apps/*,apps/examples/*,packages/*,packages/acceptance/consumers}/package.json';

/** All packages, by their names without the scope. A package may import what it declares. */
export const PACKAGES: Readonly<Record<string, WorkspacePackage>> = Object.fromEntries(
  globSync(MANIFESTS, { cwd: ROOT })
    .sort()
    .map((path) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
      const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
      const declared = names.filter((name) => name.startsWith(SCOPE)).map((name) => name.slice(SCOPE.length));
      return [manifest.name.slice(SCOPE.length), { directory: dirname(path), declared }];
    }),
);

/** Packages of which another one may import only types, so that its users load nothing of them. */
export const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = {
  client: ['contract'],
  'example-openapi-fetch': ['contract'],
};

/** The server's folders from the lowest up, and the folders beside each that it may import, types included. */
export const SERVER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  telemetry: [],
  periodic: ['telemetry'],
  net: ['telemetry'],
  db: ['telemetry'],
  egress: ['telemetry'],
  audit: ['db', 'periodic'],
  owners: ['audit', 'db'],
  limits: ['db', 'periodic', 'telemetry'],
  keys: ['audit', 'db', 'owners'],
  people: ['audit', 'db', 'keys', 'owners', 'periodic'],
  credits: ['audit', 'db', 'periodic', 'telemetry'],
  jobs: ['db', 'periodic', 'telemetry'],
  notifications: ['telemetry'],
  results: ['db'],
  references: ['egress', 'telemetry'],
  callbacks: ['audit', 'db', 'egress', 'telemetry'],
  tasks: [
    'audit',
    'callbacks',
    'credits',
    'db',
    'jobs',
    'limits',
    'owners',
    'periodic',
    'results',
    'telemetry',
  ],
  generation: ['db', 'egress', 'jobs', 'periodic', 'references', 'results', 'tasks', 'telemetry'],
};

/** The server's folders that its top-level modules wire, and the folders beside each that may import it all the same. */
export const OUTERMOST_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  admin: [],
  console: ['start'],
  pages: ['api'],
  api: ['console', 'start'],
  start: ['admin'],
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
  traffic: ['conformance'],
  pages: ['conformance', 'diff'],
  report: ['conformance', 'diff', 'pages'],
  lint: ['filter', 'report', 'tools'],
  'round-trip': ['conformance', 'diff', 'filter', 'report'],
  ci: ['conformance', 'diff', 'filter', 'lint', 'report', 'round-trip', 'tools'],
};

/** The modules directly in a folder that import its folders, and that these do not import. */
export const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'packages/contract-gate/src/conformance': ['run-conformance'],
  'apps/server/src/api': ['app', 'error-handler'],
  'apps/server/src/console': ['app'],
};
