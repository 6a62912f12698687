// A command as users install it: JavaScript in a few files, rather than TypeScript in many.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

// Commander is CommonJS, which a bundle of modules cannot load otherwise. Bundled modules declare createRequire themselves.
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

/** Bundles the command of a package, named by its folder, into a folder and returns its path. */
export async function bundleCommand(name: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join(PACKAGES, name, 'src/cli.ts')],
    outdir: join(folder, name),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  return join(folder, name, 'cli.mjs');
}
