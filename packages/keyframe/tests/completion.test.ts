import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

async function complete(...words: readonly string[]): Promise<string[]> {
  const { out } = await runKeyframe(['completion', 'bash']);
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(keyframe ${line}); COMP_CWORD=${words.length}; _keyframe; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test.each([
  [['l'], ['lint', 'listen', 'login', 'logout']],
  [['d'], ['dev', 'doctor', 'docs', 'diff']],
  [['mock', '--pa'], ['--pace']],
  [['mock', '--pace', 'f'], ['fast']],
])('bash completes %j to %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});
