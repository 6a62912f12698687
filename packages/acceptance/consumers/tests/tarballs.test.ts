// The tarballs themselves, as `pnpm pack` makes them: what publint and attw find, and what is inside.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../src/command.ts';
import { findMissingPeers, readPacked } from '../src/find-missing-peers.ts';

const tarballs = Object.entries(inject('tarballs')).map(([name, path]) => ({ name, path }));

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

const packages = new Map(tarballs.map(({ name, path }) => [name, readPacked(name, path)]));

let typeProblems: Readonly<Record<string, string[]>>;

beforeAll(async () => {
  const script = fileURLToPath(new URL('../src/find-type-problems.ts', import.meta.url));
  const paths = tarballs.map(({ path }) => path);
  typeProblems = JSON.parse(await run([process.execPath, script, ...paths], { cwd: process.cwd() }));
});

describe.each(tarballs)('$name', ({ name, path }) => {
  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: read(path).buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('attw finds nothing in any entry', () => {
    expect(typeProblems[path]).toEqual([]);
  });

  test('an install of it alone brings all that its entries and commands import', () => {
    expect(findMissingPeers(name, packages)).toEqual([]);
  });

  test('it holds what was built, its README, license and changelog, and nothing else', () => {
    const files = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).trim().split('\n');
    const others = files.filter(
      (file) => !/^package\/dist\/(?:[\w-]+\/)?[\w-]+\.(css|js|d\.ts|md|json|schema\.json|yaml)$/.test(file),
    );
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
