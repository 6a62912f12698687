import { defineCommand, UsageError } from '@keyframe/cli/command';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { passwordLinkUrl } from '../people/console-links.ts';
import { createPasswordLink } from '../people/password-links.queries.ts';
import { JSON_OPTION } from './options.ts';
import { formatResult, withDatabase } from './run.ts';

/** Prints a one-time link that replaces a lost password, for where no mail can be sent. */
export const LINK_PASSWORD = defineCommand({
  name: 'user password-link',
  summary: 'print a link that sets a new password',
  description:
    'Prints a link with which a user of the console sets a new password. It works once, for an hour.',
  arguments: [],
  options: {
    email: { value: '<address>', description: 'e-mail address of the user', isRequired: true },
    ...JSON_OPTION,
  },
  async run({ values }, { out }) {
    const { email } = values;
    const { publicUrl } = parseConfig(process.env);
    const created = await withDatabase((database) =>
      createPasswordLink(database, { email, actor: COMMAND_LINE }),
    );
    if (created === undefined) throw new UsageError(`User ${email} not found.`);
    const link = passwordLinkUrl(publicUrl, created.token);
    out(formatResult({ link, expires_at: created.expiresAt.toISOString() }, values));
    return 0;
  },
});
