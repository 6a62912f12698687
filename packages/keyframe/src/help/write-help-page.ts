import { runTool } from '../command/run-tool.ts';
import { ENTRIES } from '../commands/entries.ts';
import { OUTPUTS } from '../commands/generate-command.ts';
import { createTool } from '../create-tool.ts';

const LEAD = `---
title: Command line
description: The commands of keyframe, their options and exit statuses.
keywords: [keyframe, cli, terminal, commands, options, exit status, login, listen, trigger]
---

This page is what \`keyframe --help\` and the help of each command print.
[Install](https://github.com/keyframe/keyframe#install-the-packages) \`@keyframe/cli\`.`;

/** Writes the help of every command as a page of the docs. */
export async function writeHelpPage(): Promise<string> {
  const lines = [
    [],
    ...ENTRIES.flatMap(({ name }) =>
      name === 'generate' ? [[name], ...OUTPUTS.map((output) => [name, output])] : [[name]],
    ),
  ];
  const sections: string[] = [];
  for (const line of lines) {
    const title = `## ${['keyframe', ...line].join(' ')}`;
    sections.push(`${title}\n\n\`\`\`text preserveIndent=false\n${await readHelp(line)}\n\`\`\``);
  }
  return `${[LEAD, ...sections].join('\n\n')}\n`;
}

async function readHelp(line: readonly string[]): Promise<string> {
  const { tool, words } = await createTool([...line, '--help']);
  const printed: string[] = [];
  await runTool(tool, words, {
    out: (text) => printed.push(text),
    err: (text) => printed.push(text),
    signal: new AbortController().signal,
    env: {},
    isTerminal: false,
  });
  return printed.join('\n');
}
