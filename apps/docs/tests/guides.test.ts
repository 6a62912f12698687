import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemas } from '@keyframe/contract/hono';
import { afterAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { BODY, CASES, guides, has, PUBLIC_KEY, ROOT, SECRET, snippets } from './guide-snippets.ts';
import { ADMIN_COMMANDS } from './known-names.ts';
import { findNameProblem } from './name-problems.ts';

// Inside of the package, where its dependencies are found.
const folder = mkdtempSync(join(ROOT, '.snippets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('every snippet in TypeScript compiles', () => {
  for (const { name, code } of snippets('ts', 'alone')) writeFileSync(join(folder, `${name}.ts`), code);
  const config = { extends: '../tsconfig.json', compilerOptions: { types: ['node'] }, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

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

function listNames(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '));
}

/** Pages whose names are those of other people's documents; openapi-resources compares the first with its table. */
const OTHER_DOCUMENTS = ['conventions.md', 'asynchronous-work.md'];

test('no guide names a field, code, option, setting, command, metric, path or file that does not exist', () => {
  const named = guides
    .filter(({ name }) => !OTHER_DOCUMENTS.includes(name))
    .flatMap(({ name, text }) => listNames(text).map((word) => ({ name, word, text })));
  expect(named.length).toBeGreaterThan(300);
  const problems = named.map(({ name, word, text }) => [name, word, findNameProblem(word, text)]);
  expect(problems.filter(([, , problem]) => problem !== undefined)).toEqual([]);
});

test('no snippet reads a setting or passes an option that does not exist', () => {
  const shells = [...snippets('sh'), ...snippets('ini')];
  const settings = shells.flatMap(({ name, code }) =>
    [...code.matchAll(/^(?:export |Environment=)?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, setting = '']) => [name, setting] as const,
    ),
  );
  const unknownSettings = settings.filter(([, setting]) => findNameProblem(setting, '') !== undefined);
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
  ['an option', 'keyframe lint --overlays'],
  ['a command', 'team list-all'],
  ['a metric', 'keyframe_requests_total'],
  ['a path', 'GET /v1/videos'],
  ['a script', 'npm run packs'],
  ['a script with arguments', 'npm run explode -- growth'],
  ['a directive', '#sandbox:explode'],
  ['a file', 'keyframe.rule.yaml'],
])('%s that does not exist is noticed: %s', (_, name) => {
  expect(findNameProblem(name, '')).toMatch(/^no(?:thing)? /);
});

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
