import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { tryCommand } from './command.ts';

/** The two ways by which TypeScript finds packages today. */
export type ModuleResolution = 'nodenext' | 'bundler';

export interface Compilation {
  /** Folder of the TypeScript that compiles. */
  readonly typescript: string;
  readonly resolution: ModuleResolution;
  readonly files: readonly string[];
  /** Whether declarations of packages are checked as well: TypeScript's default, `skipLibCheck` its opposite. */
  readonly isThorough?: boolean;
  /** Whether linked packages find only what is linked next to them. */
  readonly isAlone?: boolean;
}

/** Compiles files of a consumer without output; gives what the compiler says of them and of our declarations. */
export async function compile(
  folder: string,
  { typescript, resolution, files, isThorough = false, isAlone = false }: Compilation,
): Promise<string[]> {
  const config = `tsconfig.${basename(typescript)}-${resolution}.json`;
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution: resolution,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: !isThorough,
    preserveSymlinks: isAlone,
  };
  await writeFile(join(folder, config), JSON.stringify({ compilerOptions, files }));
  const command = [process.execPath, join(typescript, 'bin/tsc'), '-p', config, '--pretty', 'false'];
  const { stdout } = await tryCommand(command, { cwd: folder });
  // Declarations of other packages are not checked.
  const isForeign = (line: string) =>
    /^(\.\.\/)*node_modules\/(?!@keyframe\/)/.test(line) || line.startsWith(' ');
  return stdout.split('\n').filter((line) => line !== '' && !isForeign(line));
}
