import packageJson from '../package.json' with { type: 'json' };
import type { Command } from './command/command.ts';
import type { Tool } from './command/tool.ts';
import { ENTRIES } from './commands/entries.ts';
import type { CommandEntry, LoadedCommand } from './loaded-command.ts';

/** The tool for one command line, and the words that it reads. */
export interface SelectedTool {
  tool: Tool;
  words: readonly string[];
}

/** Creates the tool for a command line: only the command that it names is imported. */
export async function createTool(words: readonly string[]): Promise<SelectedTool> {
  const [word, second, ...others] = words;
  if (word === 'generate' && second !== undefined) {
    const { isOutput, loadOutput } = await import('./commands/generate-command.ts');
    if (isOutput(second)) {
      return {
        tool: assemble('keyframe generate', await loadOutput(second), second),
        words: [second, ...others],
      };
    }
  }
  const entry = ENTRIES.find(({ name }) => name === word);
  const loaded = await entry?.load();
  return { tool: assemble('keyframe', loaded, word), words };
}

function assemble(name: string, loaded: LoadedCommand | undefined, word: string | undefined): Tool {
  const group = ENTRIES.find((entry) => entry.name === word)?.group;
  const command = loaded && { ...loaded.command, name: word ?? '', ...(group && { group }) };
  const isListed = ENTRIES.some((entry) => entry.name === word);
  const listed = ENTRIES.map((entry) =>
    command && entry.name === word ? command : createPlaceholder(entry),
  );
  return {
    name,
    version: packageJson.version,
    commands: command && !isListed ? [command] : listed,
    findErrorStatus: loaded?.findErrorStatus ?? (() => undefined),
    ...(loaded?.findRemedy && { findRemedy: loaded.findRemedy }),
    ...(loaded?.exitsBySignal && { exitsBySignal: loaded.exitsBySignal }),
  };
}

// It is never run: a command line that names the command has loaded it.
function createPlaceholder({ name, summary, group, arguments: names }: CommandEntry): Command {
  const run = () => Promise.reject(new Error(`${name} has not been loaded.`));
  return { name, summary, group, description: summary, arguments: names, options: {}, run };
}
