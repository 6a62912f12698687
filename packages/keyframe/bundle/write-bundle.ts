// Writes `keyframe.mjs`, the command line as one file; `keyframe`, an executable that contains Node; and `openapi-mcp.mcpb`,
// which hosts such as Claude Desktop install: the same file with a manifest.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { packExtension } from '@anthropic-ai/mcpb';
import { build, type Plugin } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };
import manifest from './manifest.json' with { type: 'json' };

const ENTRY = join(import.meta.dirname, '../src/cli.ts');
const OUTPUT = join(import.meta.dirname, '../../../tarballs');
/** Dependencies that are CommonJS call `require`. */
const BANNER = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Puts the files that the package has beside its code into the one file: scripts and styles of references, and skills. */
const inlineAssets: Plugin = {
  name: 'inline-assets',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /(openapi-docs[\\/]src[\\/]site[\\/]assets|skills[\\/]read-skill)\.ts$/ },
      ({ path: module }) => {
        const isSkills = module.endsWith('read-skill.ts');
        const assets = Object.entries(packageJson.imports)
          .filter(([name]) => name.endsWith('.md') === isSkills)
          .map(([name, path]) => [
            name.slice(1),
            readFileSync(join(import.meta.dirname, '..', path), 'utf8'),
          ]);
        // Compressed, since Node reads the whole file before each command.
        const data = brotliCompressSync(JSON.stringify(Object.fromEntries(assets))).toString('base64');
        const read = `JSON.parse(brotliDecompressSync(Buffer.from('${data}', 'base64')))`;
        const reader = isSkills
          ? 'readSkill = (name) => read()[name + ".md"]'
          : 'readAsset = (name) => read()[name]';
        return {
          contents: `import { brotliDecompressSync } from 'node:zlib';\nconst read = () => ${read};\nexport const ${reader};`,
        };
      },
    ),
};

/** Loads modules of Node when the first code that uses them runs: as imports of one file, all of them would load at its start. */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
      namespace === 'builtin' ? { path, external: true } : { path, namespace: 'builtin' },
    );
    onLoad({ filter: /^/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

/** Takes the compiler of the current folder for `usage`: it is larger than all commands, and TypeScript 7 has none for JavaScript. */
const projectCompiler: Plugin = {
  name: 'project-compiler',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^typescript$/ }, ({ path }) => ({ path, namespace: 'compiler' }));
    onLoad({ filter: /^/, namespace: 'compiler' }, () => ({
      contents: `
        const { createRequire } = require('node:module');
        const compiler = createRequire(process.cwd() + '/package.json')('typescript');
        if (!compiler.createProgram)
          throw Object.assign(new Error('TypeScript ' + compiler.version), { code: 'MODULE_NOT_FOUND' });
        module.exports = compiler;`,
    }));
  },
};

function completeManifest() {
  const { version, description, license, keywords, repository, engines } = packageJson;
  const url = repository.url.replace(/^git\+|\.git$/g, '');
  const compatibility = { runtimes: { node: engines.node } };
  return {
    ...manifest,
    version,
    description,
    license,
    keywords,
    repository: { type: 'git', url },
    compatibility,
  };
}

/** Writes the command line as one file, which needs nothing but Node. */
export async function writeScript(path: string): Promise<void> {
  await build({
    entryPoints: [ENTRY],
    outfile: path,
    bundle: true,
    minify: true,
    keepNames: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    banner: { js: BANNER },
    legalComments: 'linked',
    plugins: [inlineAssets, lazyBuiltins, projectCompiler],
    logLevel: 'warning',
  });
}

/** Writes the command line as an executable for this platform, which contains the Node that runs this program. */
export async function writeExecutable(path: string): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-executable-'));
  const main = join(folder.path, 'keyframe.mjs');
  const config = join(folder.path, 'sea.json');
  await writeScript(main);
  writeFileSync(config, JSON.stringify({ main, mainFormat: 'module', output: path }));
  execFileSync(process.execPath, ['--build-sea', config]);
}

/** Writes the bundle to a path. Throws if its manifest is not valid. */
export async function writeBundle(path: string): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'openapi-mcp-bundle-'));
  writeFileSync(join(folder.path, 'manifest.json'), JSON.stringify(completeManifest(), null, 2));
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeScript(join(folder.path, manifest.server.entry_point));
  mkdirSync(dirname(path), { recursive: true });
  const isPacked = await packExtension({ extensionPath: folder.path, outputPath: path, silent: true });
  if (!isPacked) throw new Error(`${path} was not written: its manifest is not valid.`);
}

if (import.meta.main) {
  await writeScript(join(OUTPUT, 'keyframe.mjs'));
  await writeExecutable(join(OUTPUT, 'keyframe'));
  await writeBundle(join(OUTPUT, 'openapi-mcp.mcpb'));
}
