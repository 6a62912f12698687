import { spawnSync } from 'node:child_process';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemas } from '@keyframe/contract/hono';
import { afterAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { ADMIN_COMMANDS } from './known-names.ts';
import { problemOf } from './name-problems.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDES = join(ROOT, 'src/content/docs/guides');
const guides = readdirSync(GUIDES).map((name) => ({ name, text: readFileSync(join(GUIDES, name), 'utf8') }));
// Inside of the package, where its dependencies are found.
const folder = mkdtempSync(join(ROOT, '.snippets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The snippets of a language: those that stand for themselves, or, with `kind`, also those that are files or are run. */
function snippets(language: string, kind: 'alone' | 'all' = 'all') {
  const info = kind === 'all' ? '(?: [^\\n]*)?' : '';
  return guides.flatMap(({ name, text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}${info}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
      ([, code = ''], index) => ({
        name: `${name.replace('.md', '')}-${index + 1}`,
        code,
      }),
    ),
  );
}

test('every snippet in TypeScript compiles', () => {
  for (const { name, code } of snippets('ts', 'alone')) writeFileSync(join(folder, `${name}.ts`), code);
  const config = { extends: '../tsconfig.json', compilerOptions: { types: ['node'] }, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 60_000);

test('every snippet in JSON is a request or a response of the contract', () => {
  // Those with a title are files of other programs.
  const shown = snippets('json', 'alone');
  expect(shown.length).toBeGreaterThan(5);
  for (const { name, code } of shown) {
    const value = JSON.parse(code);
    const names = ['VideoGenerationRequest', 'VideoGenerationAccepted', 'Error', 'Task'] as const;
    const fitting = names.filter((schema) => schemas[schema].safeParse(value).success);
    expect.soft(fitting, name).not.toEqual([]);
  }
});

test('every file of YAML parses', () => {
  for (const { name, code } of snippets('yaml')) {
    expect.soft(parseDocument(code).errors, name).toEqual([]);
  }
});

function namesIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '));
}

test('no guide names a field, code, option, setting, command, metric, path or file that does not exist', () => {
  const named = guides.flatMap(({ name, text }) => namesIn(text).map((word) => ({ name, word, text })));
  expect(named.length).toBeGreaterThan(300);
  const problems = named.map(({ name, word, text }) => [name, word, problemOf(word, text)]);
  expect(problems.filter(([, , problem]) => problem !== undefined)).toEqual([]);
});

test('no snippet reads a setting or passes an option that does not exist', () => {
  const shells = [...snippets('sh'), ...snippets('ini')];
  const settings = shells.flatMap(({ name, code }) =>
    [...code.matchAll(/^(?:export |Environment=)?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, setting = '']) => [name, setting] as const,
    ),
  );
  const unknownSettings = settings.filter(([, setting]) => problemOf(setting, '') !== undefined);
  expect(unknownSettings).toEqual([]);
  const commands = shells.flatMap(({ name, code }) =>
    [...code.matchAll(/(?:admin --|admin\.ts) ([a-z]+ [a-z-]+)/g)].map(
      ([, command = '']) => [name, command] as const,
    ),
  );
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter(([, command]) => !ADMIN_COMMANDS.has(command))).toEqual([]);
});

test.each([
  ['a field', 'video_lenght'],
  ['a value', 'reference_to_video'],
  ['an error code', 'insufficient_credit'],
  ['a header', 'X-Request-ID'],
  ['a setting', 'RATE_CREATION'],
  ['an option', 'openapi-hono doctor --overlays'],
  ['a command', 'owner list-all'],
  ['a metric', 'keyframe_requests_total'],
  ['a path', 'GET /v1/videos'],
  ['a script', 'npm run packs'],
  ['a directive', '#sandbox:explode'],
  ['a file', 'keyframe.rule.yaml'],
])('%s that does not exist is noticed: %s', (_, name) => {
  expect(problemOf(name, '')).toMatch(/^no(?:thing)? /);
});

const SECRET_BYTES = Buffer.from('a secret of at least 24 bytes');
const SECRET = `whsec_${SECRET_BYTES.toString('base64')}`;
const KEY_PAIR = generateKeyPairSync('ed25519');
const PUBLIC_KEY = `whpk_${KEY_PAIR.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`;
const BODY = '{"id":"task_1","status":"failed"}';

function signed(timestamp: number) {
  const text = `msg_1.${timestamp}.${BODY}`;
  const mac = createHmac('sha256', SECRET_BYTES).update(text).digest('base64');
  const signature = sign(null, Buffer.from(text), KEY_PAIR.privateKey).toString('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1a,AAAA v1,${mac} v1a,${signature}`,
  };
}

const NOW = Math.floor(Date.now() / 1_000);
const CASES = [
  { name: 'a genuine callback', headers: signed(NOW), isAccepted: true },
  { name: 'a forged one', headers: { ...signed(NOW), 'webhook-id': 'msg_2' }, isAccepted: false },
  { name: 'an old one', headers: signed(NOW - 600), isAccepted: false },
];

function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

const PYTHON = [
  { key: SECRET, index: 0, needs: 'base64' },
  { key: PUBLIC_KEY, index: 1, needs: 'cryptography' },
];

test.for(PYTHON)(
  'in Python, a callback is verified by $key (needs python3 and its module $needs)',
  (version, context) => {
    const { key, index, needs } = version;
    if (!has('python3', '-c', `import ${needs}`))
      context.skip(`python3 with the module ${needs} is not installed`);
    const code = snippets('python')[index]?.code ?? '';
    for (const { headers, isAccepted } of CASES) {
      const call = `${code}\nprint(unwrap(${JSON.stringify(key)}, ${JSON.stringify(headers)}, b'${BODY}')["id"])`;
      const { stdout } = spawnSync('python3', ['-c', call], { encoding: 'utf8' });
      expect(stdout.trim()).toBe(isAccepted ? 'task_1' : '');
    }
  },
);

test.skipIf(!has('go', 'version'))(
  'in Go, a callback is verified (needs go)',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'keyframe-go-'));
    const fields = (headers: object) =>
      Object.entries(headers).map(([name, value]) => `header.Set("${name}", "${value}")`);
    const cases = [SECRET, PUBLIC_KEY].flatMap((key) =>
      CASES.map(
        ({ headers, isAccepted }) => `{
    header := http.Header{}
    ${fields(headers).join('\n')}
    if (callbacks.Verify(${JSON.stringify(key)}, header, []byte(${JSON.stringify(BODY)})) == nil) != ${isAccepted} { os.Exit(1) }
  }`,
      ),
    );
    try {
      writeFileSync(join(home, 'go.mod'), 'module example.com/receiver\n\ngo 1.21\n');
      mkdirSync(join(home, 'callbacks'));
      writeFileSync(join(home, 'callbacks/verify.go'), snippets('go')[0]?.code ?? '');
      writeFileSync(
        join(home, 'main.go'),
        `package main\n\nimport (\n"net/http"\n"os"\n"example.com/receiver/callbacks"\n)\n\nfunc main() {\n${cases.join('\n')}\n}\n`,
      );
      const env = {
        ...process.env,
        HOME: home,
        GOFLAGS: '-mod=mod',
        GOPATH: join(home, 'gopath'),
        GOCACHE: join(home, 'cache'),
      };
      const { status, stderr } = spawnSync('go', ['run', '.'], { cwd: home, encoding: 'utf8', env });
      expect(stderr).toBe('');
      expect(status).toBe(0);
    } finally {
      spawnSync('chmod', ['-R', 'u+w', home]);
      rmSync(home, { recursive: true, force: true });
    }
  },
  400_000,
);
