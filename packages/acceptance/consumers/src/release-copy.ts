// A copy of the repository, in which a release can be made.
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const BIN = join(ROOT, 'node_modules');

/** The packages that a release publishes, with their directories. */
export const RELEASED = globSync('packages/*/package.json', { cwd: ROOT })
  .map((path) => {
    const manifest: { name: string; private?: boolean } = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
    return { ...manifest, directory: dirname(path) };
  })
  .filter((manifest) => manifest.private !== true);

/** Copies the files of the repository, its installed packages as links, and what its installation has generated. */
export async function copyRepository(folder: string): Promise<void> {
  const paths = (
    await run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  )
    .split('\0')
    .filter((path) => path !== '');
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // A file that is deleted but not committed is skipped.
    await cp(join(ROOT, path), join(folder, path), { verbatimSymlinks: true }).catch(() => undefined);
  }
  for (const name of await readdir(join(folder, 'packages')))
    await cp(join(ROOT, 'packages', name, 'node_modules'), join(folder, 'packages', name, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    }).catch(() => undefined);
  await symlink(BIN, join(folder, 'node_modules'));
  const assets = 'packages/openapi-docs/assets';
  await cp(join(ROOT, assets), join(folder, assets), { recursive: true });
  await run(['git', 'init', '--quiet'], { cwd: folder });
  await run(['git', 'add', '--all'], { cwd: folder });
  const author = ['-c', 'user.name=release', '-c', 'user.email=release@example.com'];
  await run(['git', ...author, 'commit', '--quiet', '--message', 'copy'], { cwd: folder });
}

/** Turns the changesets of a copy into versions and changelogs, and builds the packages in these directories. */
export async function raiseVersions(folder: string, directories: readonly string[]): Promise<void> {
  await run([process.execPath, join(BIN, '@changesets/cli/bin.js'), 'version'], { cwd: folder });
  const build = [process.execPath, join(BIN, 'tsdown/dist/run.mjs'), '--config', '../../tsdown.config.ts'];
  for (const directory of directories) await run(build, { cwd: join(folder, directory) });
}
