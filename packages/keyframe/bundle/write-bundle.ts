// Writes `keyframe.mjs`, the command line as one file, and `openapi-mcp.mcpb`, which hosts such as Claude Desktop install: the
// same file with a manifest.
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };
import manifest from './manifest.json' with { type: 'json' };

const ENTRY = join(import.meta.dirname, '../src/cli.ts');
const OUTPUT = join(import.meta.dirname, '../../../tarballs');
/** Dependencies that are CommonJS call `require`. */
const BANNER = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

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
    logLevel: 'warning',
  });
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
  await writeBundle(join(OUTPUT, 'openapi-mcp.mcpb'));
}
