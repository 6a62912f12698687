import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a folder without Prism gets the command that installs it', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-prism-'));
  writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
  const path = join(folder.path, 'prism.ts');
  copyFileSync(join(import.meta.dirname, 'prism.ts'), path);
  const { status, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('Error: @stoplight/prism-cli is not installed. Install it: npm install');
});
