import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GUIDES = join(ROOT, 'src/content/docs/guides');
const guides = readdirSync(GUIDES).map((name) => ({ name, text: readFileSync(join(GUIDES, name), 'utf8') }));
// Inside of the package, where its dependencies are found.
const folder = mkdtempSync(join(ROOT, '.snippets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function snippets(language: string) {
  return guides.flatMap(({ name, text }) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
      ([, code = ''], index) => ({
        name: `${name.replace('.md', '')}-${index + 1}`,
        code,
      }),
    ),
  );
}

test('every snippet in TypeScript compiles', () => {
  for (const { name, code } of snippets('ts')) writeFileSync(join(folder, `${name}.ts`), code);
  const config = { extends: '../tsconfig.json', compilerOptions: { types: ['node'] }, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 60_000);

test('every snippet in JSON is a request that the contract has an example of the kind of', () => {
  for (const { code } of snippets('json')) {
    const { model, input } = JSON.parse(code);
    expect(contract.components.schemas.Model.enum).toContain(model);
    expect(typeof input.prompt).toBe('string');
  }
});

/** Every word of the contract: names of members, values, headers, codes. */
function words(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[^\w.-]+/);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...words(member)]);
}

/** Programs that guides name. */
const PROGRAMS = ['pg_dump'];

test('no guide names a field, code or setting that does not exist', () => {
  const sources = [
    ...words(contract),
    ...['apps/docs/configuration.md', 'packages/client/README.md', 'packages/openapi-hono/README.md'].flatMap(
      (file) => readFileSync(join(ROOT, '../..', file), 'utf8').split(/[^\w.-]+/),
    ),
  ];
  const known = new Set([...sources, ...PROGRAMS]);
  // Names with an underscore: fields, codes, reasons and settings, nothing else in these texts.
  const named = guides.flatMap(({ name, text }) =>
    [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([A-Za-z][\w.]*_[\w.]*)`/g)].map(
      ([, word = '']) => ({
        name,
        word: word.split('.').at(-1) ?? '',
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ word }) => !known.has(word))).toEqual([]);
});

const SECRET_BYTES = Buffer.from('a secret of at least 24 bytes');
const SECRET = `whsec_${SECRET_BYTES.toString('base64')}`;
const BODY = '{"id":"task_1","status":"failed"}';

function signed(timestamp: number) {
  const mac = createHmac('sha256', SECRET_BYTES).update(`msg_1.${timestamp}.${BODY}`).digest('base64');
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1a,AAAA v1,${mac}`,
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

test.skipIf(!has('python3', '--version'))('in Python, a callback is verified (needs python3)', () => {
  const code = snippets('python')[0]?.code ?? '';
  for (const { headers, isAccepted } of CASES) {
    const call = `${code}\nprint(unwrap(${JSON.stringify(SECRET)}, ${JSON.stringify(headers)}, b'${BODY}')["id"])`;
    const { stdout } = spawnSync('python3', ['-c', call], { encoding: 'utf8' });
    expect(stdout.trim()).toBe(isAccepted ? 'task_1' : '');
  }
});

test.skipIf(!has('go', 'version'))(
  'in Go, a callback is verified (needs go)',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'keyframe-go-'));
    const fields = (headers: object) =>
      Object.entries(headers).map(([name, value]) => `header.Set("${name}", "${value}")`);
    const cases = CASES.map(
      ({ headers, isAccepted }) => `{
    header := http.Header{}
    ${fields(headers).join('\n')}
    if (callbacks.Verify(${JSON.stringify(SECRET)}, header, []byte(${JSON.stringify(BODY)})) == nil) != ${isAccepted} { os.Exit(1) }
  }`,
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
  120_000,
);
