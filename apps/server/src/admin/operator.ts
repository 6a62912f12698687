import { defineCommand } from '@keyframe/cli/command';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { parseConfig } from '../config.ts';
import { operatorLinkUrl } from '../people/console-links.ts';
import { createOperatorLink } from '../people/operators.queries.ts';
import { JSON_OPTION } from './options.ts';
import { formatResult, withDatabase } from './run.ts';

/** Prints a one-time link that makes an operator of the console. */
export const LINK_OPERATOR = defineCommand({
  name: 'operator link',
  summary: 'print a link that makes an operator',
  description: 'Prints a link that makes an operator of the console. It works once, for an hour.',
  arguments: [],
  options: JSON_OPTION,
  async run({ values }, { out }) {
    const { publicUrl } = parseConfig(process.env);
    const { token, expiresAt } = await withDatabase((database) =>
      createOperatorLink(database, { actor: COMMAND_LINE }),
    );
    const link = operatorLinkUrl(publicUrl, token);
    out(formatResult({ link, expires_at: expiresAt.toISOString() }, values));
    return 0;
  },
});
