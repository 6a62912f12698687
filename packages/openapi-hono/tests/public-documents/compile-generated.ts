// Compiles generated folders under the strict options of this repository, several in one run.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const COMPILER = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');

const CONFIG = {
  extends: '../../../../tsconfig.base.json',
  compilerOptions: { skipLibCheck: true, noEmit: true },
};

/** Returns the first error in each folder that has one; `root` is the folder around them. */
export async function compileGenerated(
  root: string,
  folders: readonly string[],
): Promise<Map<string, string>> {
  const project = join(root, 'tsconfig.json');
  const include = folders.map((folder) => join(relative(root, folder), '*.ts'));
  await writeFile(project, JSON.stringify({ ...CONFIG, include }));
  const compile = promisify(execFile)(COMPILER, ['-p', project, '--pretty', 'false'], { maxBuffer: 2 ** 28 });
  const { stdout } = await compile.catch((error: { stdout: string }) => error);
  const errors = new Map<string, string>();
  for (const line of stdout.split('\n').toReversed()) {
    const folder = folders.find((one) => line.includes(`${relative(root, one)}/`));
    if (folder !== undefined) errors.set(folder, line);
    else if (line.startsWith('error')) throw new Error(line);
  }
  return errors;
}
