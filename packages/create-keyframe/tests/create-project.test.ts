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
