import { Command } from 'commander';
import { sharedSecret } from '../db/secret.queries.ts';
import { SCOPES, type Scope } from '../db/tables.ts';
import { createKey, revokeKey } from '../keys/keys.queries.ts';
import {
  addModeOption,
  addOwnerOption,
  type ModeOption,
  type OwnerOption,
  parseExpiry,
  parseName,
  parseScopes,
  requireOwner,
} from './options.ts';
import { print, withDatabase } from './run.ts';
import { UsageError } from './usage-error.ts';

interface CreateOptions extends OwnerOption, ModeOption {
  readonly scopes?: Scope[];
  readonly name?: string;
  readonly expires?: Date;
  readonly json?: boolean;
}

/** `key create` prints the full key, which is shown this once (AUT-1); `key revoke` ends it for good. */
export function keyCommand(): Command {
  const group = new Command('key').description('API keys');
  addModeOption(
    addOwnerOption(group.command('create').description('create a key, and print it in full this once')),
  )
    .option('--scopes <scopes>', `comma-separated; all by default: ${SCOPES.join()}`, parseScopes)
    .option('--name <name>', 'name of the key', parseName)
    .option('--expires <moment>', 'when the key expires, as ISO 8601; never by default', parseExpiry)
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { owner, mode, scopes = [...SCOPES], name = '', expires } = options;
      const created = await withDatabase(async (database) => {
        await requireOwner(database, owner);
        const secret = await sharedSecret(database, 'key-hash');
        return createKey(database, { ownerId: owner, mode, scopes, secret, name, expiresAt: expires });
      });
      print({ ...created, owner, mode, scopes, expires_at: expires?.toISOString() ?? null }, options);
    });
  group
    .command('revoke')
    .description('revoke a key at once and for good')
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
