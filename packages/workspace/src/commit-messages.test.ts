// The rules of commit messages, as the hook and the pull-request workflow run them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './root.ts';

function checkMessage(message: string): { exitCode: number | null; output: string } {
  const commitlint = join(ROOT, 'node_modules/.bin/commitlint');
  const config = 'packages/workspace/commitlint.config.mjs';
  const { status, stdout } = spawnSync(commitlint, ['--config', config], {
    cwd: ROOT,
    input: message,
    encoding: 'utf8',
    // CI systems get colors otherwise.
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { exitCode: status, output: stdout };
}

test('a message with one type, one scope and a reason is accepted', () => {
  const message = 'fix(openapi-model): report an alias inside its anchor\n\nIt was reported as missing.\n';
  expect(checkMessage(message)).toMatchObject({ exitCode: 0 });
});

test('a message is rejected with every rule that it breaks', () => {
  const { exitCode, output } = checkMessage(`wip(client,server): ${'a'.repeat(60)}.`);
  const rules = ['header-max-length', 'one-scope', 'subject-full-stop', 'type-enum'];
  expect(Array.from(output.matchAll(/\[([a-z-]+)\]$/gm), ([, rule]) => rule).toSorted()).toEqual(rules);
  expect(exitCode).toBe(1);
});

test('a message without type and scope is rejected', () => {
  const { exitCode, output } = checkMessage('report an alias');
  expect(output).toContain('[one-scope]');
  expect(exitCode).toBe(1);
});
