import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCaptured } from '@keyframe/openapi-tooling/testing';
import { expect, test } from 'vitest';
import { TOOL } from '../src/tool.ts';

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'create-keyframe-'));
}

test('writes a project and names the next steps', async () => {
  const folder = join(makeFolder(), 'My Notes');
  const { status, out, err } = await runCaptured(TOOL, [folder]);
  expect([status, out]).toEqual([0, '']);
  expect(err).toContain(`\n  cd '${folder}'\n  npm install\n`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: 'my-notes',
    private: true,
    devDependencies: { '@keyframe/cli': '^0.1.0' },
  });
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['openapi.yaml', 'keyframe.config.ts', 'src', 'tests']),
  );
});

test('leaves a folder with files as it is', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const { status, err } = await runCaptured(TOOL, [folder]);
  expect([status, err]).toEqual([2, `${folder} is not empty. Choose a new folder.`]);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('reports a path at which no project can be created', async () => {
  const file = join(makeFolder(), 'file');
  writeFileSync(file, '');
  const refusals = [
    [file, `${file}: A file with this name exists. Choose another path.`],
    [join(file, 'a'), `${join(file, 'a')}: A part of the path is a file, not a folder. Choose another path.`],
    ['/proc/absent', expect.stringMatching(/^\/proc(?:\/absent)?: .* Choose another path\.$/)],
  ] as const;
  for (const [path, message] of refusals) {
    expect(await runCaptured(TOOL, [path])).toEqual({ status: 2, out: '', err: message });
  }
});
