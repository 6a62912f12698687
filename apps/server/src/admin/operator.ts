import { Command } from 'commander';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { operatorLinkUrl } from '../people/console-links.ts';
import { createOperatorLink } from '../people/operators.queries.ts';
import { print, withDatabase } from './run.ts';

/** `operator link` prints a one-time link that makes an operator of the console. */
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
  return group;
}
