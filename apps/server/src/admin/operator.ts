import { Command } from 'commander';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { operatorLinkUrl } from '../people/console-links.ts';
import { createOperatorLink, listOperators, removeOperator } from '../people/operators.queries.ts';
import { findUserByEmail } from '../people/users.queries.ts';
import { RefusedError } from './refused-error.ts';
import { print, printRows, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

/** `operator link` prints a one-time link that makes an operator of the console; `operator list` and `operator remove`. */
export function operatorCommand(): Command {
  const group = new Command('operator').description('operators of the console');
  group
    .command('link')
    .description('print a link that makes an operator; it works once, for an hour')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { publicUrl } = parseConfig(process.env);
      const { token, expiresAt } = await withDatabase((database) =>
        createOperatorLink(database, { actor: COMMAND_LINE }),
      );
      print({ link: operatorLinkUrl(publicUrl, token), expires_at: expiresAt.toISOString() }, options);
    });
  group
    .command('list')
    .description('list operators')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const operators = await withDatabase(listOperators);
      printRows(
        operators.map(({ id, email, name }) => ({ id, email, name })),
        { json: options.json ?? false },
      );
    });
  group
    .command('remove')
    .description('remove an operator')
    .requiredOption('--email <address>', 'e-mail address of the operator')
    .option('--json', 'print JSON')
    .action(async (options: { email: string; json?: boolean }) => {
      const outcome = await withDatabase(async (database) => {
        const user = await findUserByEmail(database, options.email);
        return user === undefined ? 'not-found' : removeOperator(database, user.id, COMMAND_LINE);
      });
      if (outcome === 'not-found') throw new UsageError(`Operator ${options.email} not found.`);
      if (outcome === 'last')
        throw new RefusedError('The last operator cannot be removed. Make another operator first.');
      print({ email: options.email, removed: true }, options);
    });
  return group;
}
