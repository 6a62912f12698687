import { Command } from 'commander';
import { createKey, revokeKey } from '../auth/keys.queries.ts';
import { sharedSecret } from '../auth/secret.queries.ts';
import { SCOPES, type Scope } from '../db/tables.ts';
import {
  addModeOption,
  addOwnerOption,
  type ModeOption,
  type OwnerOption,
  parseScopes,
  requireOwner,
} from './options.ts';
import { print, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

interface CreateOptions extends OwnerOption, ModeOption {
  readonly scopes: Scope[];
  readonly json?: boolean;
}

/** `key create` prints the full key, which is shown this once (AUT-1); `key revoke` ends it for good. */
export function keyCommand(): Command {
  const group = new Command('key').description('API keys');
  addModeOption(addOwnerOption(group.command('create')))
    .option('--scopes <scopes>', 'comma-separated; all of them by default', parseScopes, [...SCOPES])
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const created = await withDatabase(async (database) => {
        await requireOwner(database, options.owner);
        const secret = await sharedSecret(database, 'key-hash');
        const { mode, scopes } = options;
        return createKey(database, { ownerId: options.owner, mode, scopes, secret });
      });
      print({ ...created, owner: options.owner, mode: options.mode, scopes: options.scopes }, options);
    });
  group
    .command('revoke')
    .requiredOption('--id <id>', 'id of the key')
    .option('--json', 'print JSON')
    .action(async (options: { id: string; json?: boolean }) => {
      if (!(await withDatabase((database) => revokeKey(database, options.id)))) {
        throw new UsageError(`Key ${options.id} not found.`);
      }
      print({ id: options.id, revoked: true }, options);
    });
  return group;
}
