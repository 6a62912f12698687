import { Command } from 'commander';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { passwordLinkUrl } from '../people/console-links.ts';
import { createPasswordLink } from '../people/password-links.queries.ts';
import { print, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

/** `user password-link` prints a one-time link with which a user of the console replaces a lost password. */
export function userCommand(): Command {
  const group = new Command('user').description('users of the console');
  group
    .command('password-link')
    .description('print a link that sets a new password; it works once, for an hour')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--json', 'print JSON')
    .action(async ({ email, ...options }: { email: string; json?: boolean }) => {
      const { publicUrl } = parseConfig(process.env);
      const created = await withDatabase((database) =>
        createPasswordLink(database, { email, actor: COMMAND_LINE }),
      );
      if (created === undefined) throw new UsageError(`User ${email} not found.`);
      const { token, expiresAt } = created;
      print({ link: passwordLinkUrl(publicUrl, token), expires_at: expiresAt.toISOString() }, options);
    });
  return group;
}
