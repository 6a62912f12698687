// One Node of those that packages are tried with. Those before 22.18 strip no types: they are given what tsc makes.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './command.ts';

export interface NodeRunner {
  readonly binary: string;
  /** Folders for PATH: this Node, then the commands of the installed packages. */
  readonly path: readonly string[];
  /** Gives a script that runs a module: itself, or its compiled form after it was made. */
  readonly runnable: (folder: string, module: string) => Promise<string>;
}

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  resolveJsonModule: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'built',
};

/** Gives the runner of a Node that npm installed under a name. */
export function nodeRunner(consumer: string, name: string, version: string): NodeRunner {
  const modules = join(consumer, 'node_modules');
  const binary = join(modules, name, 'bin/node');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const strips = major > 22 || (major === 22 && minor >= 18);
  return {
    binary,
    path: [dirname(binary), join(modules, '.bin')],
    async runnable(folder, module) {
      if (strips) return module;
      const config = { compilerOptions: OPTIONS, files: [module] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      await run([process.execPath, join(modules, 'typescript-7.0/bin/tsc')], { cwd: folder });
      return `built/${module.replace(/\.ts$/, '.js')}`;
    },
  };
}
