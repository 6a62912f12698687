import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { creditsCommand, ledgerCommand } from './credits.ts';
import { doctorCommand } from './doctor.ts';
import { EXAMPLES, formatExamples } from './examples.ts';
import { keyCommand } from './key.ts';
import { operatorCommand } from './operator.ts';
import { ownerCommand } from './owner.ts';
import { taskCommand } from './task.ts';
import { userCommand } from './user.ts';

const groups: readonly Command[] = [
  ...[ownerCommand(), keyCommand(), creditsCommand(), ledgerCommand(), taskCommand()],
  ...[operatorCommand(), userCommand(), doctorCommand()],
];
const examples = Object.values(EXAMPLES)
  .flat()
  .filter((example) => example !== 'database migrate');

test.each(examples)('the example "%s" names a command and its options', (example) => {
  const [name, subcommand] = example.split(' ');
  const group = groups.find((each) => each.name() === name);
  const command = group?.commands.find((each) => each.name() === subcommand) ?? group;
  const options = command?.options.map(({ long }) => long);
  for (const [option] of example.matchAll(/--[a-z-]+/g)) expect(options).toContain(option);
  for (const { long, mandatory } of command?.options ?? []) if (mandatory) expect(example).toContain(long);
});

test('every group has examples, and an unknown one has no heading', () => {
  for (const group of groups) expect(formatExamples(group.name())).toMatch(/^\nExamples:\n {2}npm run/);
  expect(formatExamples('nothing')).toBe('');
});
