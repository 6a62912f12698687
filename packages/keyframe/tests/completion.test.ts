import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { runKeyframe } from './run-keyframe.ts';

const TIMEOUT_MS = 60_000;

/** Writes the program of a shell that sources a script and prints how it completes a line, one word on each line. */
const PROGRAMS: Readonly<Record<string, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => {
    const line = words.map((word) => `'${word}'`).join(' ');
    const program = `source ${script}; COMP_WORDS=(keyframe ${line}); COMP_CWORD=${words.length}; _keyframe; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return ['-c', program];
  },
  fish: (script, words) => [
    '--no-config',
    '-c',
    `source ${script}; complete -C 'keyframe ${words.join(' ')}'`,
  ],
  pwsh: (script, words) => {
    const line = `keyframe ${words.join(' ')}`;
    const program = `. ${script}; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
    return ['-NoProfile', '-Command', program];
  },
};

const EXTENSIONS: Readonly<Record<string, string>> = { pwsh: 'ps1' };
const NAMES: Readonly<Record<string, string>> = { pwsh: 'powershell' };

const isMissing = (shell: string) =>
  !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, shell)));

async function runShell(shell: string, write: (script: string) => readonly string[]): Promise<string> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'keyframe-completion-'));
  const script = join(folder.path, `keyframe.${EXTENSIONS[shell] ?? shell}`);
  const { out } = await runKeyframe(['completion', NAMES[shell] ?? shell]);
  writeFileSync(script, `${out}\n`);
  const env = { ...process.env, HOME: folder.path };
  return execFileSync(shell, write(script), { encoding: 'utf8', env, timeout: TIMEOUT_MS }).trim();
}

const LINES: readonly [words: string[], expected: string[]][] = [
  [['l'], ['lint', 'listen', 'login', 'logout']],
  [['d'], ['dev', 'diff', 'docs']],
  [['mock', '--pa'], ['--pace']],
  [['mock', '--pace', 'f'], ['fast']],
];

for (const [shell, write] of Object.entries(PROGRAMS)) {
  test.skipIf(isMissing(shell)).each(LINES)(
    `${shell} completes %j to %j (skipped where it is not installed)`,
    async (words, expected) => {
      const lines = (await runShell(shell, (script) => write(script, words))).split(/\r?\n/);
      // fish describes each word after a tab.
      expect(lines.map((line) => line.split('\t')[0]).toSorted()).toEqual(expected);
    },
  );
}

// Completion of zsh works only in its line editor, which a pseudo-terminal starts.
const writeZsh = (script: string) => [
  '-c',
  `zmodload zsh/zpty; zpty editor zsh -f -i
zpty -w editor "autoload -U compinit; compinit -u -D; source ${script}; stty -echo; echo REA''DY"
zpty -r -m editor shown '*READY*'
zpty -w -n editor $'keyframe mo\t --pac\t f\t'
zpty -r -m editor shown '*mock --pace fast*' && print completed`,
];

test.skipIf(isMissing('zsh'))(
  'zsh completes commands, options and values (skipped where it is not installed)',
  async () => {
    expect(await runShell('zsh', writeZsh)).toBe('completed');
  },
);
