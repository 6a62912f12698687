// Command: packs every published package, as built, into a folder; prints the path of each tarball.
// `npm pack` would ignore `publishConfig.exports`, and so ship exports that lead to sources.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PUBLISHED } from './published-packages.ts';
import { ROOT } from './root.ts';

const PNPM = join(ROOT, 'node_modules/.bin/pnpm');

const folder = resolve(process.argv[2] ?? join(ROOT, 'tarballs'));
mkdirSync(folder, { recursive: true });
for (const { directory, manifest } of PUBLISHED) {
  const tarball = `${manifest.name.slice(1).replace('/', '-')}-${manifest.version}.tgz`;
  execFileSync(PNPM, ['pack', '--pack-destination', folder], {
    cwd: join(ROOT, directory),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log(join(folder, tarball));
}
