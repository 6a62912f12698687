// The command of openapi-client as users install it: JavaScript in a few files, rather than TypeScript in many.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.resolve('@keyframe/openapi-client')));

// Commander is CommonJS, which a bundle of modules cannot load otherwise.
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Bundles the command into a folder and returns its path. */
export async function bundleClient(folder: string): Promise<string> {
  await build({
    entryPoints: [CLI],
    outdir: join(folder, 'openapi-client'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  return join(folder, 'openapi-client/cli.mjs');
}
