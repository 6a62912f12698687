// Packages as users install them: built, with the exports that are published. In this repository they are sources, which Node
// translates at every start.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const SCOPE = '@keyframe/';

interface Manifest {
  dependencies?: Readonly<Record<string, string>>;
  publishConfig: object;
}

/** Builds a package and all that it needs, and installs them in a folder; returns the installed package's folder. */
export async function installBuilt(name: string, folder: string): Promise<string> {
  const binaries = join(ROOT, 'node_modules/.bin');
  const PATH = [binaries, process.env.PATH].join(delimiter);
  const options = { cwd: ROOT, env: { ...process.env, PATH, DO_NOT_TRACK: '1' } };
  await promisify(execFile)(join(binaries, 'turbo'), ['run', 'build', `--filter=${name}...`], options);
  const modules = join(folder, 'node_modules');
  // A set that is iterated also visits what is added meanwhile.
  const own = new Set([name]);
  const others = new Map<string, string>();
  for (const one of own) {
    const source = join(ROOT, 'packages', one.slice(SCOPE.length));
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
    const target = join(modules, one);
    await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true });
    const published = { ...manifest, ...manifest.publishConfig };
    await writeFile(join(target, 'package.json'), JSON.stringify(published));
    for (const needed of Object.keys(manifest.dependencies ?? {})) {
      if (needed.startsWith(SCOPE)) own.add(needed);
      else others.set(needed, join(source, 'node_modules', needed));
    }
  }
  for (const [other, source] of others) {
    const target = join(modules, other);
    await mkdir(dirname(target), { recursive: true });
    await symlink(await realpath(source), target);
  }
  return join(modules, name);
}
