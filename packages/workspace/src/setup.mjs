// Command: installs the dependencies unless the last complete install had the same lock file and manifests.
// JavaScript, because it runs before the install has brought a Node that runs TypeScript.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCK = 'pnpm-lock.yaml';
const INSTALLED_LOCK = 'node_modules/.pnpm/lock.yaml';
const MARKER = 'node_modules/.setup-complete';
const PNPM_INSTALL = ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--reporter=append-only'];

/** Hashes everything that decides what an install writes. */
function hashInputs(root) {
  const lock = readFileSync(join(root, LOCK), 'utf8');
  const importers = /^importers:\n([\s\S]*?)^\S/m.exec(lock)?.[1] ?? '';
  const manifests = Array.from(importers.matchAll(/^ {2}(\S+):/gm), ([, folder]) => `${folder}/package.json`);
  const hash = createHash('sha256');
  for (const path of [LOCK, 'pnpm-workspace.yaml', ...manifests]) hash.update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function isInstalled(root, inputs) {
  const [marker, installed] = [join(root, MARKER), join(root, INSTALLED_LOCK)];
  if (!existsSync(marker) || !existsSync(installed)) return false;
  return (
    readFileSync(marker, 'utf8') === inputs && readFileSync(installed).equals(readFileSync(join(root, LOCK)))
  );
}

/** Runs `install`, which returns an exit code, unless `root` is installed already; returns the exit code. */
export function setUp(root, install) {
  const inputs = hashInputs(root);
  if (isInstalled(root, inputs)) return 0;
  const exitCode = install();
  if (exitCode === 0) writeFileSync(join(root, MARKER), inputs);
  return exitCode;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  process.exitCode = setUp(
    root,
    () => spawnSync('npx', PNPM_INSTALL, { cwd: root, stdio: 'inherit' }).status ?? 1,
  );
}
