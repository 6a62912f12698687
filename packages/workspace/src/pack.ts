// Command: packs every published package, as built, into a folder; prints the command that installs each of them.
// `npm pack` would ignore `publishConfig.exports`, and so ship exports that lead to sources.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installCommand } from './install-command.ts';
import { PUBLISHED } from './published-packages.ts';
import { ROOT } from './root.ts';

const PNPM = join(ROOT, 'node_modules/.bin/pnpm');

const folder = resolve(process.argv[2] ?? join(ROOT, 'tarballs'));
mkdirSync(folder, { recursive: true });
const paths = new Map<string, string>();
for (const packed of PUBLISHED) {
  execFileSync(PNPM, ['pack', '--pack-destination', folder], {
    cwd: join(ROOT, packed.directory),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  paths.set(packed.manifest.name, installCommand(packed, folder));
}
const command = paths.get('@keyframe/cli')?.replace('npm install', 'npm install --save-dev');
console.log(
  `# The toolkit, and what generated code imports\n${command}\n${paths.get('@keyframe/openapi-runtime')}\n`,
);
console.log(`# Others\n${[...paths.values()].join('\n')}`);
