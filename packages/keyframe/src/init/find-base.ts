import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Finds the branch of the remote `origin` that new versions are compared with; undefined in a folder without one. */
export async function findBase(): Promise<string | undefined> {
  const candidates = [
    ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'],
    ['rev-parse', '--verify', '--abbrev-ref', 'origin/main'],
    ['rev-parse', '--verify', '--abbrev-ref', 'origin/master'],
  ];
  for (const arguments_ of candidates) {
    const name = await run('git', arguments_).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
    if (name !== '') return name;
  }
  return undefined;
}
