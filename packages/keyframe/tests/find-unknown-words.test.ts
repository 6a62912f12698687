import { expect, test } from 'vitest';
import { lintCommand } from '../src/commands/lint-command.ts';
import { serverCommand } from '../src/commands/server-command.ts';
import { findUnknownWords } from './find-unknown-words.ts';

const COMMANDS = new Map([
  ['lint', lintCommand],
  ['generate server', serverCommand],
]);

test.each([
  ['Call `keyframe lint a.yaml --json`, or keyframe doctor.', []],
  ['`npx @keyframe/cli doctor a.yaml`', ['doctor']],
  ['```sh\nnpx @keyframe/cli generate server a.yaml \\\n  --out b --tag c\n```', ['--tag']],
  ['`keyframe --help`, `keyframe <command> --help`', []],
  ['`keyframe --verbose`', ['--verbose']],
  [
    '```sh\nclaude mcp add keyframe -- npx @keyframe/cli lint a --wrong\nkeyframe diff: 0 errors\n```',
    ['--wrong'],
  ],
  ['`"api": "keyframe dev"`, `GRANT x TO keyframe OWNER`', ['dev']],
  ["`keyframe lint --include 'tag:a' | sort --reverse`", []],
])('in %j, %j do not exist', (text, words) => {
  expect(findUnknownWords(text, COMMANDS).map(({ word }) => word)).toEqual(words);
});
