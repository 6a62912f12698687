// Texts that name commands and options: all of them must exist.
import type { Command } from '../src/command/command.ts';

/** A command line in a text that cannot be run. */
export interface UnknownWord {
  line: string;
  word: string;
}

// The bare name is a command at the beginning only: databases and services have it, too.
const CALL =
  /(?:\bnpx (?:--no )?(?:@keyframe\/cli|keyframe)|(?<=^ *(?:[A-Z_]+=\S* )?|`|&& |")keyframe)((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`'"|;&()#]+))+)/gm;
const OPTIONS_OF_ALL = ['--help', '--version'];

/** Finds the words of command lines in code spans and blocks of a text that no command has. */
export function findUnknownWords(text: string, commands: ReadonlyMap<string, Command>): UnknownWord[] {
  const code = [...text.matchAll(/^ *```[^\n]*\n[\s\S]*?^ *```|`[^`\n]+`/gm)]
    .map(([block]) => block)
    .join('\n');
  const unknown: UnknownWord[] = [];
  for (const [line, rest = ''] of code.replaceAll('\\\n', ' ').matchAll(CALL)) {
    for (const word of checkLine(rest.trim().split(/ +/), commands)) unknown.push({ line, word });
  }
  return unknown;
}

function checkLine(words: readonly string[], commands: ReadonlyMap<string, Command>): string[] {
  const [first = '', second = ''] = words;
  const passed = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=,.:].*$/, ''));
  if (first.startsWith('-')) return passed.filter((option) => !OPTIONS_OF_ALL.includes(option));
  const command = commands.get(`${first} ${second}`) ?? commands.get(first);
  // A placeholder may be any command.
  if (command === undefined) return /^[a-z][a-z-]*$/.test(first) ? [first] : [];
  return passed.filter((option) => !OPTIONS_OF_ALL.includes(option) && !(option.slice(2) in command.options));
}
