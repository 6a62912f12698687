// Command: prints the problems that attw finds in tarballs, as JSON by path. Node runs it, not the test: Vitest adds the
// condition `development`, by which attw names sources that do not run inside node_modules.
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';

/** ESM only: TypeScript's resolution before `exports`, and CommonJS before `require` of ESM, are given up. */
const GIVEN_UP: readonly Problem['kind'][] = ['CJSResolvesToESM'];

async function findProblems(path: string): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(path))));
  if (!result.types) return ['attw finds no types.'];
  return result.problems
    .filter(
      (problem) =>
        // Entries that are YAML are data, without types.
        !('entrypoint' in problem && problem.entrypoint.endsWith('.yaml')) &&
        !GIVEN_UP.includes(problem.kind) &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    .map((problem) => JSON.stringify(problem));
}

const found: Record<string, string[]> = {};
for (const path of process.argv.slice(2)) found[path] = await findProblems(path);
console.log(JSON.stringify(found));
