// Command: lists imports that cross a boundary of rooms.ts; exits with 1 when there is one.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundaryProblems } from './boundaries.ts';
import { importsOf } from './imports.ts';
import { ROOT } from './root.ts';

const SOURCES = ['spec/**/*.{ts,tsx}', 'packages/**/*.{ts,tsx}', 'apps/**/*.{ts,tsx}'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'reports', '.turbo']);

const paths = globSync(SOURCES, {
  cwd: ROOT,
  exclude: (path) => NOT_SOURCES.has(path.split('/').at(-1) ?? ''),
});
const modules = paths.map((path) => ({
  path,
  imports: importsOf(path, readFileSync(join(ROOT, path), 'utf8')),
}));
const problems = boundaryProblems(modules);

for (const problem of problems) console.error(problem);
console.error(`${paths.length} modules, ${problems.length} imports that cross a boundary`);
process.exitCode = problems.length > 0 ? 1 : 0;
