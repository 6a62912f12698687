// Texts must not lead readers to packages of other people: npx and its like install what they do not find.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './root.ts';

/** Packages that other projects publish under exactly these names. */
const OTHER_PROJECTS = new Set([
  'create-next-app',
  'dredd',
  'msw',
  'openapi-typescript',
  'sv',
  'vite',
  'vitest',
]);
const OTHER_SCOPES = new Set(['@hey-api', '@stoplight']);

const RUN = String.raw`(?<![\w@/-])(?:npx|bunx|pnpx|bun x|npm exec|(?:pnpm|yarn) dlx)((?: +-{1,2}[\w-]+)*) +["']?(@?[\w-]+(?:\/[\w-]+)?)`;
const CREATE = String.raw`(?<![\w@/-])(?:npm|pnpm|yarn|bun) (?:create|init)((?: +-{1,2}[\w-]+)*) +(@?[\w-]+(?:\/[\w-]+)?)`;
/** Settings of hosts of agents. */
const ARGUMENTS = String.raw`"npx",\s*"args":\s*\[((?:\s*"-[\w-]+",)*)\s*"(@?[\w-]+(?:\/[\w-]+)?)"`;

/** Lists the packages that a text would install and run. */
function findForeignPackages(text: string): string[] {
  const matches = [RUN, CREATE, ARGUMENTS].flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))]);
  return matches
    .filter(([, flags = '', name = '']) => !/--no(?:-install)?\b/.test(flags) && !isTrusted(name))
    .map(([, , name = '']) => name);
}

function isTrusted(name: string): boolean {
  const [scope = ''] = name.split('/');
  return scope === '@keyframe' || OTHER_SCOPES.has(scope) || OTHER_PROJECTS.has(name);
}

test.each([
  ['npx @keyframe/cli test api.yaml', []],
  ['npx --no keyframe test api.yaml', []],
  ['API_KEY=… npx openapi-mcp openapi.yaml', ['openapi-mcp']],
  ['`npx -y openapi-mock api.yaml`', ['openapi-mock']],
  ['pnpm dlx contract-gate ci', ['contract-gate']],
  ['npm create keyframe my-api', ['keyframe']],
  ['npm create @keyframe my-api', []],
  ['{ "command": "npx",\n  "args": ["-y", "openapi-mcp"] }', ['openapi-mcp']],
  ['{ "command": "npx", "args": ["@keyframe/cli", "mcp"] }', []],
  ['hosts start `npx` in this folder', []],
])('in %j, others own %j', (text, expected) => {
  expect(findForeignPackages(text)).toEqual(expected);
});

test('no text of the repository runs a package that others own', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const texts = files.filter(
    (file) => !/\.(?:gif|ico|jpe?g|mp[34]|png|wav|webp|woff2?)$/.test(file) && !file.endsWith('npx.test.ts'),
  );
  expect(texts.length).toBeGreaterThan(1000);
  const packages = texts.flatMap((file) =>
    findForeignPackages(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(packages).toEqual([]);
});
