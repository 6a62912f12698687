// Writes `openapi-mcp.mcpb`, which hosts such as Claude Desktop install: the server as one file, and its manifest.
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { build } from 'esbuild';
import packageJson from '../package.json' with { type: 'json' };
import manifest from './manifest.json' with { type: 'json' };

const ENTRY = join(import.meta.dirname, '../src/cli.ts');
const OUTPUT = join(import.meta.dirname, '../../../tarballs/openapi-mcp.mcpb');
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

/** Writes the bundle to a path. Throws if its manifest is not valid. */
export async function writeBundle(path: string): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'openapi-mcp-bundle-'));
  writeFileSync(join(folder.path, 'manifest.json'), JSON.stringify(completeManifest(), null, 2));
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ type: 'module' }));
  await build({
    entryPoints: [ENTRY],
    outfile: join(folder.path, manifest.server.entry_point),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    banner: { js: BANNER },
    legalComments: 'linked',
    logLevel: 'warning',
  });
  mkdirSync(dirname(path), { recursive: true });
  const isPacked = await packExtension({ extensionPath: folder.path, outputPath: path, silent: true });
  if (!isPacked) throw new Error(`${path} was not written: its manifest is not valid.`);
}

if (import.meta.main) await writeBundle(OUTPUT);
