// Command: builds the site: guides, the reference derived from the contract, and Redocly's page of the whole document.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { DOCS_DIRECTORY } from './docs-directory.ts';
import { writePages } from './write-pages.ts';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REDOCLY = require.resolve('@redocly/cli/bin/cli.js');
const ASTRO = fileURLToPath(new URL('../node_modules/astro/bin/astro.mjs', import.meta.url));
const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const QUIET = {
  ASTRO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

function run(script: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...QUIET },
  });
  if (status !== 0) process.exit(status ?? 1);
}

await writePages(CONTRACT);
rmSync(DOCS_DIRECTORY, { recursive: true, force: true });
run(ASTRO, ['build', '--silent']);
// `--inlineBundle`: without it the page loads its script from Redocly's host.
const options = [
  '--inlineBundle',
  '--template',
  'template.hbs',
  '--output',
  `${DOCS_DIRECTORY}/redoc/index.html`,
];
run(REDOCLY, ['build-docs', CONTRACT, ...options]);
copyFileSync(CONTRACT, `${DOCS_DIRECTORY}/openapi.json`);
