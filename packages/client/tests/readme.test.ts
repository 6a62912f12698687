// Compiles the examples of the README unchanged; packages/acceptance runs the first one against the service.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const PACKAGE = new URL('..', import.meta.url);
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', PACKAGE));

test('all examples of the README compile', async () => {
  const readme = await readFile(new URL('README.md', PACKAGE), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);
  expect(examples.length).toBeGreaterThan(2);
  // Inside of this package, so that it can import itself by its name; untracked.
  const folder = new URL('reports/examples/', PACKAGE);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(examples.map((text, index) => writeFile(new URL(`${index}.ts`, folder), text)));
  const config = { extends: '../../tsconfig.json', include: ['.'] };
  await writeFile(new URL('tsconfig.json', folder), JSON.stringify(config));
  const compiled = await run(TSC, ['-p', fileURLToPath(folder)]).catch(({ stdout }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
});
