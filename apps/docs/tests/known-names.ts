// Names that guides can use: names of the contract, settings, commands, metrics and packages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The sources below a folder, without its tests and without comments, whose words are names of nothing. */
function readSources(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test(?:-d)?)\.ts$/.test(name))
    .map((name) => readText(join(folder, name)).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');
}

function splitWords(text: string): string[] {
  return text.split(/[^\w.-]+/).flatMap((word) => [word, ...word.split('.')]);
}

/** Collects the names and texts of the contract: members, values, headers, paths, codes. */
function collectWords(value: unknown): string[] {
  if (typeof value === 'string') return splitWords(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...collectWords(member)]);
}

function matches(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, found = '']) => found));
}

const TOOLS = [
  'openapi-hono',
  'openapi-client',
  'contract-gate',
  'openapi-mcp',
  'openapi-model',
  'openapi-resources',
  'openapi-codegen',
  'openapi-mock',
  'keyframe',
].map((tool) => readSources(`packages/${tool}/src`));
const ADMIN = readSources('apps/server/src/admin');

/** Settings of the server, as its configuration declares them, and those that others read. */
export const SETTINGS = new Set([
  ...['config.ts', 'notifications/settings.ts'].flatMap((file) => [
    ...matches(readText(`apps/server/src/${file}`), /^ {2}([A-Z][A-Z0-9_]+):/gm),
  ]),
  ...matches(readText('compose.yaml'), /\$\{(\w+)/g),
  ...['KEYFRAME_API_KEY', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'],
]);

const COMMANDS = ['keyframe/src/command', 'keyframe/src/commands', 'keyframe/src/options'];

/** Options of the commands, without their dashes. */
export const OPTIONS = new Set([
  ...COMMANDS.flatMap((folder) => [
    ...matches(readSources(`packages/${folder}`), /^ {2,4}'?([a-z][a-z0-9-]+)'?: \{/gm),
  ]),
  ...TOOLS.flatMap((source) => [...matches(source, /--([a-z][a-z0-9-]+)/g)]),
  ...matches(ADMIN, /([a-z][a-z0-9-]+)'?: \{ ?\n? *(?:value|description):/g),
  // An option of npm.
  'silent',
]);

/** Commands of administration: `team create`. */
export const ADMIN_COMMANDS = new Set(matches(ADMIN, /name: '([a-z]+ [a-z-]+)'/g));

/** Scripts of the repository: `npm run pack`. */
export const SCRIPTS = new Set(Object.keys(JSON.parse(readText('package.json')).scripts));

/** Metrics, as the server and the library for those of the process register them. */
export const METRICS = new Set([
  ...matches(readSources('apps/server/src/telemetry'), /name: '([a-z_]+)'/g),
  ...['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'process_resident_memory_bytes', 'up'],
]);

/** Labels of the metrics. */
export const LABELS = new Set(
  [...matches(readSources('apps/server/src/telemetry'), /labelNames: \[([^\]]*)\]/g)].flatMap((names) =>
    names.split(/[', ]+/),
  ),
);

/** Directives in prompts of test keys. */
export const DIRECTIVES = matches(contract.info.description, /#sandbox:(\w+)/g);

/** Paths that the service answers, with their expressions, and those of the site. */
export const PATHS = [
  ...Object.keys(contract.paths),
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/favicon.ico',
    '/robots.txt',
    '/docs/',
    '/',
    '/v1',
    '/results',
    '/docs',
    '/api',
    '/api/notes',
  ],
  ...['/upstream-callbacks', '/callbacks', '/data', '/console', '/console/', '/mcp'],
];

/** Words of the contract and of the code that guides are about. */
export const WORDS = new Set([
  ...collectWords(contract),
  ...['packages/client/src', 'packages/openapi-hono/src', 'packages/openapi-client/src']
    .concat('packages/openapi-runtime/src', 'packages/openapi-schema/src', 'packages/contract-gate/src')
    .concat('packages/openapi-mcp/src', 'packages/keyframe/src')
    .flatMap((folder) => splitWords(readSources(folder))),
  ...readdirSync(join(ROOT, 'deploy'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => splitWords(readText(join('deploy', name)))),
]);

/** Names that belong to others, or that a guide itself introduces. */
export const OTHERS = new Set([
  ...['RESULT', 'WEBHOOK_SECRET', 'NOTES_URL', 'TASK_ID', 'VIDEO_URL', 'API_KEY'],
  ...[...matches(readText('apps/server/compose/roles.sql'), /ROLE (\w+)/g)],
  ...['GRANT keyframe_owner TO CURRENT_USER', 'ALTER ROLE … PASSWORD …', '?sslmode=verify-full'],
  ...['HorizontalPodAutoscaler', '/tasks/{id}', 'fetch-depth', 'deploy/kubernetes', 'createNote'],
  ...['contract-gate.config.ts', 'POST /things'],
  ...[
    'keyframe diff git:origin/main:api.yaml api.yaml',
    'curl',
    'pg_dump',
    'max_connections',
    "synchronous_standby_names = 'ANY 1 (…)'",
    'synchronous_commit = on',
    'synchronous_commit = local',
    'cryptography',
    'keyframe',
    'node',
    'npm',
    'npm ci',
    'npx',
    '-i',
    'x-codeSamples',
    'own_…',
    'multipart/form-data',
  ],
  ...['Access-Control-Allow-Origin: *', 'Prefer', 'close', 'tarballs/', '.env', '.keyframe', '/opt/keyframe'],
  ...['/var/lib/keyframe', '.md', 'emptyDir', 'fetch', '<video src>', 'POST', '202', 'seed'],
  // Names of tools that guides replace.
  ...['openapi-ts', 'GetNoteData', 'GetNoteResponse', 'TtlRisk', 'TTLRisk', 'mutate', 'useQuery'],
  ...[
    'prism mock api.yaml',
    'prism mock',
    'prism proxy',
    '--dynamic',
    '--errors',
    '--cors',
    '--ignoreExamples',
  ],
  ...['--multiprocess', 'x-faker', 'Prefer: dynamic', 'start-server-and-test', '--expect 404'],
  ...[
    'setupWorker',
    'allowImportingTsExtensions',
    'predev',
    'prebuild',
    'onMounted',
    'useEffect',
    'loadNotes',
  ],
  ...['"allowImportingTsExtensions": true'],
  ...['--names', '--dry-run', '--sorted', 'dredd-hooks.js'],
  ...['deploy/helm/keyframe', 'helm', 'helm lint', 'conftest', 'kubernetes-validate', 'promtool'],
  ...['keyframe-application-role', 'keyframe-database-rw', 'keyframe-database-app', 'keyframe-autoscaling'],
  ...['username: keyframe_app', 'connection', 'password', 'keyframe_owner'],
  ...['npm run bench -- submissions status callbacks --rounds 3 --seconds 3', 'npm run bench -- growth'],
  // A host of agents, and its file.
  ...['--scope project', '.mcp.json'],
  ...['archive_timeout', 'pg_basebackup', 'recovery.signal', 'npm run upgrade -- --from <revision>'],
]);

/** Whether the repository has a file of this name. */
export function isFile(name: string): boolean {
  const folders = ['', 'apps/docs/', 'deploy/kubernetes/', 'deploy/helm/keyframe/'].concat(
    'deploy/helm/keyframe/files/',
  );
  return folders.some((folder) => {
    try {
      readdirSync(join(ROOT, folder, name));
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOTDIR';
    }
  });
}
