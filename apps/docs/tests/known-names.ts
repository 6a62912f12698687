// Everything that a guide may name: what the contract, the settings, the commands, the metrics and the packages call it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The sources below a folder, without its tests and without comments, whose words are names of nothing. */
function sourcesOf(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test(?:-d)?)\.ts$/.test(name))
    .map((name) => textOf(join(folder, name)).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');
}

function wordsOf(text: string): string[] {
  return text.split(/[^\w.-]+/).flatMap((word) => [word, ...word.split('.')]);
}

/** Every name and text of the contract: members, values, headers, paths, codes. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return wordsOf(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...wordsIn(member)]);
}

function matches(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, found = '']) => found));
}

const TOOLS = ['openapi-hono', 'openapi-client', 'contract-gate', 'openapi-model'].map((tool) =>
  sourcesOf(`packages/${tool}/src`),
);
const ADMIN = sourcesOf('apps/server/src/admin') + textOf('apps/server/src/admin.ts');

/** Settings of the server, as its configuration declares them, and those that others read. */
export const SETTINGS = new Set([
  ...matches(textOf('apps/server/src/config.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gm),
  ...matches(textOf('compose.yaml'), /\$\{(\w+)/g),
  ...['KEYFRAME_API_KEY', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS'],
]);

/** Options of the commands, without their dashes. */
export const OPTIONS = new Set([
  ...TOOLS.flatMap((source) => [...matches(source, /--([a-z][a-z-]+)/g)]),
  ...matches(ADMIN, /--([a-z][a-z-]+)/g),
  // Of npm.
  'silent',
]);

/** Commands of administration: `owner create`. */
export const ADMIN_COMMANDS = new Set(
  [...matches(ADMIN, /new Command\('([a-z]+)'\)/g)].flatMap((group) => {
    const declared = new RegExp(`new Command\\('${group}'\\)([\\s\\S]*?)return group`).exec(ADMIN)?.[1] ?? '';
    const added = [...matches(declared, /(\w+)\(group\)/g)].map(
      (name) => new RegExp(`function ${name}\\(group[\\s\\S]*?^}`, 'm').exec(ADMIN)?.[0] ?? '',
    );
    return [...matches([declared, ...added].join('\n'), /\.command\('([\w-]+)'\)/g)].map(
      (command) => `${group} ${command}`,
    );
  }),
);

/** Scripts of the repository: `npm run pack`. */
export const SCRIPTS = new Set(Object.keys(JSON.parse(textOf('package.json')).scripts));

/** Metrics, as the server and the library for those of the process register them. */
export const METRICS = new Set([
  ...matches(sourcesOf('apps/server/src/telemetry'), /name: '([a-z_]+)'/g),
  ...['process_resident_memory_bytes', 'up'],
]);

/** Labels of the metrics. */
export const LABELS = new Set(
  [...matches(sourcesOf('apps/server/src/telemetry'), /labelNames: \[([^\]]*)\]/g)].flatMap((names) =>
    names.split(/[', ]+/),
  ),
);

/** What the prompt of a test key can demand. */
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
  ],
  ...['/upstream-callbacks', '/callbacks', '/data', '/console', '/console/'],
];

/** Words of the contract and of the code that guides are about. */
export const WORDS = new Set([
  ...wordsIn(contract),
  ...['packages/client/src', 'packages/openapi-hono/src', 'packages/openapi-client/src']
    .concat('packages/openapi-runtime/src', 'packages/openapi-schema/src', 'packages/contract-gate/src')
    .flatMap((folder) => wordsOf(sourcesOf(folder))),
  ...readdirSync(join(ROOT, 'apps/docs/deploy'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) => wordsOf(textOf(join('apps/docs/deploy', name)))),
]);

/** Names that belong to others, or that a guide itself introduces. */
export const OTHERS = new Set([
  ...['RESULT', 'WEBHOOK_SECRET', 'NOTES_URL', 'TASK_ID', 'VIDEO_URL', 'API_KEY'],
  ...[...matches(textOf('apps/server/compose/roles.sql'), /ROLE (\w+)/g)],
  ...['GRANT keyframe_owner TO CURRENT_USER', 'ALTER ROLE … PASSWORD …', '?sslmode=verify-full'],
  ...['HorizontalPodAutoscaler', 'fetch-depth', 'apps/docs/deploy/kubernetes', 'createNote'],
  ...['contract-gate.config.ts', 'POST /things'],
  ...[
    'contract-gate diff git:origin/main:api.yaml api.yaml',
    'curl',
    'pg_dump',
    'max_connections',
    'cryptography',
    'keyframe',
    'node',
    'npm',
    '-i',
    'x-codeSamples',
    'own_…',
    'multipart/form-data',
  ],
  ...['Access-Control-Allow-Origin: *', 'Prefer', 'close', 'tarballs/', '.env', '.keyframe', '/opt/keyframe'],
  ...['/var/lib/keyframe', '.md', 'emptyDir', 'fetch', '<video src>', 'POST', '202', 'seed'],
]);

/** Tells whether a name is that of a file of the repository. */
export function isFile(name: string): boolean {
  const places = ['', 'apps/docs/', 'apps/docs/deploy/kubernetes/', 'apps/docs/deploy/prometheus/'];
  return places.some((place) => {
    try {
      readdirSync(join(ROOT, place, name));
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOTDIR';
    }
  });
}
