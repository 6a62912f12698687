/** The operator's commands. Data goes to standard output, everything else to standard error. */
import { Command, CommanderError } from 'commander';
import { creditsCommand, ledgerCommand } from './admin/credits.ts';
import { doctorCommand } from './admin/doctor.ts';
import { formatExamples } from './admin/examples.ts';
import { keyCommand } from './admin/key.ts';
import { operatorCommand } from './admin/operator.ts';
import { ownerCommand } from './admin/owner.ts';
import { taskCommand } from './admin/task.ts';
import { UsageError } from './admin/usage-error.ts';
import { userCommand } from './admin/user.ts';
import { ConfigError, parseConfig } from './config.ts';
import { prepareDatabase } from './start/prepare-database.ts';
import { escapeControls } from './telemetry/escape-controls.ts';
import { createLog } from './telemetry/log.ts';
import { withoutQuery } from './telemetry/without-query.ts';

const USAGE = 2;

const program = new Command('admin')
  .description(
    'bootstraps and repairs a Keyframe server: first teams, keys, credits and operators, refunds, database',
  )
  .exitOverride()
  .showHelpAfterError()
  .addHelpText('after', formatExamples('admin'));
const COMMANDS = [
  ownerCommand,
  keyCommand,
  creditsCommand,
  ledgerCommand,
  taskCommand,
  operatorCommand,
  userCommand,
  databaseCommand,
  doctorCommand,
];
for (const command of COMMANDS) {
  const group = command();
  program.addCommand(group.addHelpText('after', formatExamples(group.name())));
}
for (const command of [...program.commands, ...program.commands.flatMap((group) => group.commands)]) {
  command.copyInheritedSettings(program);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : USAGE;
  } else {
    const isUsage = error instanceof UsageError || error instanceof ConfigError;
    const shown = error instanceof Error ? withoutQuery(error).message : String(error);
    process.stderr.write(`${shown.split('\n').map(escapeControls).join('\n')}\n`);
    process.exitCode = isUsage ? USAGE : 1;
  }
}

/** `database migrate` does what a start does before it serves, so that a deployment can do it once and apart. */
function databaseCommand(): Command {
  const group = new Command('database').description('tables and privileges');
  group
    .command('migrate')
    .description(
      'migrate the database as MIGRATION_DATABASE_URL, and grant the role in DATABASE_URL its privileges',
    )
    .action(async () => {
      const { databaseUrl, migrationDatabaseUrl, logLevel } = parseConfig(process.env);
      if (databaseUrl === undefined) {
        throw new UsageError('DATABASE_URL is required. The embedded PostgreSQL is migrated when it starts.');
      }
      const settings = { databaseUrl, migrationDatabaseUrl };
      const migrations = await prepareDatabase(settings, createLog(logLevel));
      const result = migrations.length === 0 ? 'The database is up to date.' : migrations.join('\n');
      process.stdout.write(`${result}\n`);
    });
  return group;
}
