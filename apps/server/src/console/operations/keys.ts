import type { Database } from '../../db/database.ts';
import { describeKey } from '../../keys/describe-key.ts';
import {
  createKey,
  findListedKey,
  type ListedKey,
  listKeys,
  MAX_KEYS,
  revokeKey,
} from '../../keys/keys.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { invalidRequest, notFound } from '../errors.ts';

type KeyOperation = 'listKeys' | 'createKey' | 'revokeKey';

/** The API keys of an owner. The full key is in the answer to its creation, and nowhere else (AUT-1). */
export function keyOperations({
  database,
  keySecret,
}: OperationServices): Pick<ConsoleHandlers, KeyOperation> {
  return {
    listKeys: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const keys = await listKeys(database, { ownerId, limit: MAX_KEYS });
      return reply({ status: 200, headers: answerHeaders(context), body: { data: keys.map(describeKey) } });
    },

    createKey: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { name, mode, scopes, expires_at } = context.req.valid('json');
      const expiresAt = expires_at === undefined ? undefined : new Date(expires_at);
      if (expiresAt !== undefined && expiresAt.getTime() <= Date.now()) {
        throw invalidRequest(`expires_at: must be in the future (got ${expires_at})`, '/expires_at');
      }
      const actor = createActor(context);
      const secret = keySecret;
      const created = await createKey(database, { ownerId, mode, scopes, name, expiresAt, secret, actor });
      const shown = describeKey(await requireKey(database, ownerId, created.id));
      const body = { ...shown, key: created.key };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    revokeKey: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { keyId } = context.req.valid('param');
      if (!(await revokeKey(database, keyId, { ownerId, actor: createActor(context) }))) {
        throw notFound(`Key ${keyId}`);
      }
      const body = describeKey(await requireKey(database, ownerId, keyId));
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

async function requireKey(database: Database, ownerId: string, id: string): Promise<ListedKey> {
  const key = await findListedKey(database, { ownerId, id });
  if (key === undefined) throw notFound(`Key ${id}`);
  return key;
}
