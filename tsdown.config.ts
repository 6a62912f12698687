// The build of every published package. Its package.json is the one list of entries: `exports`, `imports` and `bin`
// name sources for this repository, and the same members of `publishConfig` the files of `dist` that users get.
import { copyFileSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { defineConfig } from 'tsdown';

type Target = string | { readonly default: string };

interface Targets {
  readonly exports?: Readonly<Record<string, Target>>;
  readonly imports?: Readonly<Record<string, Target>>;
  readonly bin?: Readonly<Record<string, Target>>;
}

interface Manifest extends Targets {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly publishConfig: Targets;
}

/** Development dependencies that are shipped inside a package: those of the workspace, so that it is one tarball. */
const BUNDLED = /^@keyframe\//;

/** Packages that only tests import. */
const TEST_TOOLS = ['@keyframe/test-kit', '@keyframe/workspace'];

const MAPS = ['exports', 'imports', 'bin'] as const;
const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));

function fileOf(target: Target | undefined, name: string): string {
  if (target === undefined) throw new Error(`package.json lacks ${name} of publishConfig.`);
  return typeof target === 'string' ? target : target.default;
}

// Other entries are for this repository only.
const files = MAPS.flatMap((map) =>
  Object.entries(manifest.publishConfig[map] ?? {}).map(([name, built]) => ({
    source: fileOf(manifest[map]?.[name], `${map} ${name}`),
    built: fileOf(built, name),
  })),
);
const modules = files.filter(({ source }) => source.endsWith('.ts'));
const others = files.filter(({ source }) => !source.endsWith('.ts'));

/**
 * Removes imports without names from declarations. The bundler leaves one where it has dropped all types of a module, and
 * TypeScript then requires a package, such as zod, that nothing uses.
 */
const dropBareImports = {
  name: 'drop-bare-imports',
  generateBundle(_: unknown, bundle: Record<string, { type: string; fileName: string; code?: string }>) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.code !== undefined && chunk.fileName.endsWith('.d.ts')) {
        chunk.code = chunk.code.replaceAll(/^import "[^"]+";\n/gm, '');
      }
    }
  },
};

/** Lists the folders of the packages of the workspace that a package is built from, those that they import included. */
function listBundled(folder: string, listed = new Set<string>()): Set<string> {
  const { dependencies, devDependencies }: Partial<Manifest> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (!BUNDLED.test(name) || TEST_TOOLS.includes(name)) continue;
    const bundled = realpathSync(join(folder, 'node_modules', name));
    if (listed.has(bundled)) continue;
    listed.add(bundled);
    listBundled(bundled, listed);
  }
  return listed;
}

/**
 * Writes the program of the declarations: the entries of this package, and the packages whose declarations it holds. It is
 * at the root, since the compiler takes its folder as the root of all sources.
 */
function writeProgram(): string {
  const path = join(import.meta.dirname, `tsconfig.build-${basename(process.cwd())}.json`);
  const program = {
    extends: './tsconfig.base.json',
    files: modules.map(({ source }) => resolve(source)),
    include: [...listBundled(process.cwd())].map((folder) => join(folder, 'src')),
    exclude: ['**/*.test.ts', '**/*.test-d.ts'],
  };
  writeFileSync(path, JSON.stringify(program));
  return path;
}

const program = writeProgram();

export default defineConfig({
  entry: Object.fromEntries(modules.map(({ source, built }) => [basename(built, '.js'), source])),
  cwd: process.cwd(),
  tsconfig: program,
  fixedExtension: false,
  // A file for each module where nothing is bundled: bundlers leave out whole files of an entry, also those that import zod or Hono.
  unbundle: manifest.name === '@keyframe/openapi-runtime',
  dts: true,
  plugins: [dropBareImports],
  // A package that is neither a dependency nor a peer must not be shipped by accident.
  deps: { onlyBundle: [BUNDLED], neverBundle: [/^(zod|hono|@hono\/zod-openapi)(\/|$)/] },
  failOnWarn: true,
  checks: { bundlerTimings: false },
  suppressWarnings: 'TypeScript 7.0 does not yet have a stable API',
  logLevel: 'warn',
  onSuccess: () => {
    for (const { source, built } of others) copyFileSync(source, built);
    rmSync(program);
  },
});
