// Command: renders the reference of the API from the contract into one page that needs no other host.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { DOCS_DIRECTORY } from './docs-directory.ts';

const require = createRequire(import.meta.url);
const REDOCLY = require.resolve('@redocly/cli/bin/cli.js');
const CONTRACT = fileURLToPath(import.meta.resolve('@keyframe/contract/openapi.json'));
const TEMPLATE = fileURLToPath(new URL('../template.hbs', import.meta.url));
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

// `--inlineBundle`: without it the page loads its script from Redocly's host.
const options = ['--inlineBundle', '--template', TEMPLATE, '--output', `${DOCS_DIRECTORY}/index.html`];
const { status } = spawnSync(process.execPath, [REDOCLY, 'build-docs', CONTRACT, ...options], {
  stdio: 'inherit',
  env: { ...process.env, ...QUIET },
});
process.exitCode = status ?? 1;
