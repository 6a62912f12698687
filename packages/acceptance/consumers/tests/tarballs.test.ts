// The tarballs themselves, as `pnpm pack` makes them: what publint and attw find, and what is inside.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';

const tarballs = Object.entries(inject('tarballs')).map(([name, path]) => ({ name, path }));

/** ESM only: TypeScript's resolution before `exports`, and CommonJS before `require` of ESM, are given up. */
const GIVEN_UP: readonly Problem['kind'][] = ['CJSResolvesToESM'];

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

function describeProblem(problem: Problem): string {
  return JSON.stringify(problem);
}

describe.each(tarballs)('$name', ({ path }) => {
  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: read(path).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('attw finds nothing in any entry', async () => {
    const result = await checkPackage(createPackageFromTarballData(read(path)));
    if (!result.types) throw new Error('attw finds no types.');
    const problems = result.problems.filter(
      (problem) =>
        !GIVEN_UP.includes(problem.kind) &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(problems.map(describeProblem)).toEqual([]);
  });

  test('it holds what was built, its README, license and changelog, and nothing else', () => {
    const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n');
    const others = files.filter((file) => !/^package\/dist\/[\w-]+\.(js|d\.ts|json)$/.test(file));
    expect(others.sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
  });
});

test('the client is one tarball: nothing else has to be installed', () => {
  const path = inject('tarballs')['@keyframe/client'] ?? '';
  const manifest = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' });
  expect(Object.keys(JSON.parse(manifest))).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(peer|optional)?dependencies$/i)]),
  );
});
