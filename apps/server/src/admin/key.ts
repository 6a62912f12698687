import { defineCommand, UsageError } from '@keyframe/cli/command';
import { sharedSecret } from '../db/secret.queries.ts';
import { SCOPES } from '../db/tables.ts';
import { createKey, revokeKey } from '../keys/keys.queries.ts';
import {
  JSON_OPTION,
  MODE_OPTION,
  OWNER_OPTION,
  parseScopes,
  readExpiry,
  readName,
  requireOwner,
} from './options.ts';
import { formatResult, withDatabase } from './run.ts';

/** Prints the full key, which is shown this once (AUT-1). */
export const CREATE_KEY = defineCommand({
  name: 'key create',
  summary: 'create an API key',
  description: 'Creates a key, and prints it in full this once.',
  arguments: [],
  options: {
    ...OWNER_OPTION,
    ...MODE_OPTION,
    scopes: { value: '<scopes>', description: 'separated by commas; all by default', default: SCOPES.join() },
    name: { value: '<name>', description: 'name of the key' },
    expires: { value: '<moment>', description: 'when it expires, as ISO 8601; never by default' },
    ...JSON_OPTION,
  },
  async run({ values }, { out }) {
    const { owner, mode } = values;
    const scopes = parseScopes(values.scopes);
    const name = values.name === undefined ? '' : readName(values.name);
    const expiresAt = values.expires === undefined ? undefined : readExpiry(values.expires);
    const created = await withDatabase(async (database) => {
      await requireOwner(database, owner);
      const secret = await sharedSecret(database, 'key-hash');
      return createKey(database, { ownerId: owner, mode, scopes, secret, name, expiresAt });
    });
    const expires_at = expiresAt?.toISOString() ?? null;
    out(formatResult({ ...created, owner, mode, scopes, expires_at }, values));
    return 0;
  },
});

/** Ends a key for good. */
export const REVOKE_KEY = defineCommand({
  name: 'key revoke',
  summary: 'revoke an API key',
  description: 'Revokes a key at once and for good.',
  arguments: [],
  options: { id: { value: '<id>', description: 'id of the key', isRequired: true }, ...JSON_OPTION },
  async run({ values }, { out }) {
    const { id } = values;
    if (!(await withDatabase((database) => revokeKey(database, id)))) {
      throw new UsageError(`Key ${id} not found.`);
    }
    out(formatResult({ id, revoked: true }, values));
    return 0;
  },
});
