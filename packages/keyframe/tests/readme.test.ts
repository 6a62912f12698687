// The first commands of the README of the repository, and the keys that the README of this package lists.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { ApiConfig, KeyframeConfig, ReadConfig } from '../src/config/keyframe-config.ts';
import { runKeyframe } from './run-keyframe.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const start = /^## Start here\n(.*?)^## /ms.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? '';
const COMMANDS = Array.from(start.matchAll(/`npx --no keyframe ([^`]+)`/g), ([, words = '']) => words);

test('a tool for each kind of user has a first command', () => {
  expect(COMMANDS.map((words) => words.split(' ')[0])).toEqual([
    'generate',
    'generate',
    'mock',
    'diff',
    'usage',
    'docs',
    'mcp',
  ]);
});

test.each(COMMANDS)('in the repository, keyframe %s ends as it should', async (words) => {
  const folder = await mkdtemp(join(tmpdir(), 'keyframe-first-'));
  const before = process.cwd();
  process.chdir(ROOT);
  try {
    const line = words.replace('/tmp/', `${folder}/`).split(' ');
    // Otherwise it would serve until it is interrupted.
    const { status, out, err } = await runKeyframe([...line, ...(line[0] === 'mock' ? ['--explain'] : [])]);
    // The comparison shows a breaking change.
    expect(status, err).toBe(line[0] === 'diff' ? 1 : 0);
    if (line[0] === 'diff') expect(out).toContain('error: ');
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
});

const KEYS: Record<keyof ApiConfig | keyof KeyframeConfig | keyof ReadConfig, true> = {
  apis: true,
  document: true,
  read: true,
  overlay: true,
  lenient: true,
  lenientRule: true,
  include: true,
  exclude: true,
  allowRef: true,
  conventions: true,
  skipUnsupported: true,
  outputs: true,
  server: true,
  lint: true,
  roundTrip: true,
  respect: true,
  dredd: true,
  prismProxy: true,
  report: true,
  baseline: true,
  failOn: true,
  consumers: true,
  mock: true,
  test: true,
  mcp: true,
  diff: true,
  start: true,
};

test('the README of this package lists each key of the configuration', () => {
  const readme = readFileSync(join(ROOT, 'packages/keyframe/README.md'), 'utf8');
  const section = /^## Configuration\n(.*?)^## /ms.exec(readme)?.[1] ?? '';
  expect(Object.keys(KEYS).filter((key) => !section.includes(`\`${key}\``))).toEqual([]);
});
