// The runtime of our generated code as a package that users install: JavaScript and declarations. In this repository it
// is its sources, which a compiler would check anew with every document.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const RUNTIME = join(import.meta.dirname, '../../node_modules/@keyframe/openapi-runtime');
const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc');

interface Manifest {
  exports: Readonly<Record<string, string>>;
}

/** Builds the runtime into a folder's `node_modules`, where code that is generated below the folder finds it. */
export async function installRuntime(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/@keyframe/openapi-runtime');
  await mkdir(target, { recursive: true });
  const config = {
    extends: '../../../../../../../tsconfig.base.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      rootDir: join(RUNTIME, 'src'),
      outDir: join(target, 'dist'),
    },
    include: [join(RUNTIME, 'src/**/*.ts')],
    exclude: [join(RUNTIME, 'src/**/*.test.ts')],
  };
  await writeFile(join(target, 'tsconfig.json'), JSON.stringify(config));
  await promisify(execFile)(TSC, ['-p', target]);
  const manifest = JSON.parse(await readFile(join(RUNTIME, 'package.json'), 'utf8')) as Manifest;
  const exports = Object.entries(manifest.exports).map(([entry, source]) => {
    const built = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  const own = { ...manifest, exports: Object.fromEntries(exports) };
  await writeFile(join(target, 'package.json'), JSON.stringify(own));
}
