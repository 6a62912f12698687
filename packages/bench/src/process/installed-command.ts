// The command line as users install it: built, with the exports that are published. In this repository it is sources, which
// Node translates at every start.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const SOURCE = join(ROOT, 'packages/keyframe');

interface Manifest {
  name: string;
  dependencies?: Readonly<Record<string, string>>;
  publishConfig: object;
}

/** Builds the command line, installs it in a folder, and returns the folder of the installed package. */
export async function installCommandLine(folder: string): Promise<string> {
  const binaries = join(ROOT, 'node_modules/.bin');
  const PATH = [binaries, process.env.PATH].join(delimiter);
  const options = { cwd: ROOT, env: { ...process.env, PATH, DO_NOT_TRACK: '1' } };
  await promisify(execFile)(join(binaries, 'turbo'), ['run', 'build', '--filter=@keyframe/cli'], options);
  const manifest = JSON.parse(await readFile(join(SOURCE, 'package.json'), 'utf8')) as Manifest;
  const modules = join(folder, 'node_modules');
  const target = join(modules, manifest.name);
  await cp(join(SOURCE, 'dist'), join(target, 'dist'), { recursive: true });
  await writeFile(join(target, 'package.json'), JSON.stringify({ ...manifest, ...manifest.publishConfig }));
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const link = join(modules, dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(SOURCE, 'node_modules', dependency)), link);
  }
  return target;
}
