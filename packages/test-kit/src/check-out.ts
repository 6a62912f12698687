/** Another version of the service, installed next to this one. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from './usage-error.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Entry points of a version. */
export interface VersionScripts {
  readonly main: string;
  readonly admin: string;
}

/** Returns the entry points of the version in a folder. */
export function listScripts(root: string = ROOT): VersionScripts {
  return {
    main: join(root, 'apps/server/src/main.ts'),
    admin: join(root, 'apps/server/src/admin.ts'),
  };
}

/** Returns the tag of the last release; undefined if no commit before this one has a tag. */
export async function findLastRelease(): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--merged', 'HEAD', '--sort=-creatordate'], { cwd: ROOT });
  return stdout.split('\n')[0] || undefined;
}

/**
 * Finds the commit that a revision names. Text that begins with `-` names none, and never becomes an option of git.
 * @param option that the revision was given with, for the error
 * @throws {UsageError}
 */
export async function resolveRevision(revision: string, option: string): Promise<string> {
  const options = ['--verify', '--quiet', '--end-of-options'];
  try {
    const { stdout } = await run('git', ['rev-parse', ...options, `${revision}^{commit}`], { cwd: ROOT });
    return stdout.trim();
  } catch (cause) {
    throw new UsageError(`${option} must name a commit of this repository (got ${revision})`, { cause });
  }
}

/** Clones a commit of this repository into a folder, and installs it. */
export async function checkOut(commit: string, folder: string): Promise<VersionScripts> {
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder]);
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  await run('npm', ['run', 'setup'], { cwd: folder });
  return listScripts(folder);
}
