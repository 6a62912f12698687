// Completion scripts: the names of commands and options are written into them, so that a key press starts no process.
import type { Command } from '../command/command.ts';

/** Writers of the scripts, by the name of the shell. */
export const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: writeBash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit\n${writeBash(commands)}`,
  fish: writeFish,
  powershell: writePowerShell,
};

function listOptions({ options }: Command): string[] {
  return [...Object.keys(options).map((name) => `--${name}`), '--help'];
}

function listChoices(commands: readonly Command[]) {
  const choices: { command: string; option: string; values: readonly string[] }[] = [];
  for (const { name: command, options } of commands) {
    for (const [option, { choices: values }] of Object.entries(options))
      if (values !== undefined) choices.push({ command, option, values });
  }
  return choices;
}

function writeBash(commands: readonly Command[]): string {
  const choices = listChoices(commands).map(
    ({ command, option, values }) =>
      `    ${command}:--${option}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$word")); return;;`,
  );
  const words = commands.map((command) => `    ${command.name}) words="${listOptions(command).join(' ')}";;`);
  return [
    '_keyframe() {',
    `  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$word")); return`,
    '  fi',
    '  case "$command:$before" in',
    ...choices,
    '  esac',
    '  case "$command" in',
    ...words,
    '  esac',
    '  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$words" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi',
    '}',
    'complete -o filenames -F _keyframe keyframe',
  ].join('\n');
}

function writeFish(commands: readonly Command[]): string {
  return commands
    .flatMap(({ name: command, summary, options }) => [
      `complete -c keyframe -n __fish_use_subcommand -f -a ${command} -d ${quoteFish(summary)}`,
      ...Object.entries(options).map(([name, { description, value, choices }]) =>
        [
          `complete -c keyframe -n '__fish_seen_subcommand_from ${command}' -l ${name} -d ${quoteFish(description)}`,
          ...(choices === undefined ? [] : [`-x -a ${quoteFish(choices.join(' '))}`]),
          ...(choices === undefined && value !== undefined ? ['-r'] : []),
        ].join(' '),
      ),
    ])
    .join('\n');
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

function writePowerShell(commands: readonly Command[]): string {
  const options = commands.map((command) => `    '${command.name}' = ${quoteList(listOptions(command))}`);
  const choices = listChoices(commands).map(
    ({ command, option, values }) => `    '${command} --${option}' = ${quoteList(values)}`,
  );
  return [
    'Register-ArgumentCompleter -Native -CommandName keyframe -ScriptBlock {',
    '  param($word, $ast)',
    '  $options = @{',
    ...options,
    '  }',
    '  $choices = @{',
    ...choices,
    '  }',
    '  $words = @($ast.CommandElements | ForEach-Object { $_.ToString() })',
    '  $command = if ($words.Count -gt 1) { $words[1] } else { "" }',
    '  $before = if ($word) { $words[-2] } else { $words[-1] }',
    '  $known = if ($choices.ContainsKey("$command $before")) { $choices["$command $before"] } elseif ($options.ContainsKey($command)) { $options[$command] } else { $options.Keys }',
    '  $known | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
  ].join('\n');
}

function quoteList(words: readonly string[]): string {
  return `@(${words.map((word) => `'${word}'`).join(', ')})`;
}
