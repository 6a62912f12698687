// Each package beside nothing but what it requires: its declarations compile with TypeScript's default, which checks them.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { compile } from '../src/compile.ts';
import { listEntries } from '../src/entries.ts';

const { npm } = inject('consumers');
const TYPESCRIPT = join(npm, 'node_modules/typescript-7.0');
/** Entries that need optional peers of their package. */
const WITH_PEERS = ['@keyframe/openapi-runtime/server', '@keyframe/cli/msw'];
const PEERS = ['@hono/zod-openapi', 'hono', 'msw', 'zod'];

interface InstalledManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Collects the packages that npm must install for a package; nested versions come along with their parents. */
function collectRequired(name: string, found: Set<string> = new Set()): Set<string> {
  const file = join(npm, 'node_modules', name, 'package.json');
  if (found.has(name) || !existsSync(file)) return found;
  found.add(name);
  const manifest: InstalledManifest = JSON.parse(readFileSync(file, 'utf8'));
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
  for (const each of [...Object.keys(dependencies), ...peers]) collectRequired(each, found);
  return found;
}

const cases = Object.entries(inject('tarballs')).flatMap(([name, tarball]) => {
  const entries = listEntries(name, tarball);
  const bare = entries.filter((entry) => !WITH_PEERS.includes(entry));
  return [
    { title: name, entries: bare, roots: [name] },
    ...(bare.length < entries.length
      ? [{ title: `${name} with its peers`, entries, roots: [name, ...PEERS] }]
      : []),
  ];
});

test.concurrent.for(cases)(
  'every entry of $title compiles with skipLibCheck: false',
  async ({ title, entries, roots }) => {
    const folder = join(npm, 'alone', title.replaceAll(/\W+/g, '-'));
    const required = new Set(['@types/node', ...roots].flatMap((root) => [...collectRequired(root)]));
    for (const each of required) {
      const link = join(folder, 'node_modules', each);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(npm, 'node_modules', each), link);
    }
    const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'entries.ts'), lines.join(''));
    const compilation = { typescript: TYPESCRIPT, resolution: 'nodenext', files: ['entries.ts'] } as const;
    expect(await compile(folder, { ...compilation, isThorough: true, isAlone: true })).toEqual([]);
  },
);
