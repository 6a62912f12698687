import type { Database } from '../../db/database.ts';
import { describeKey } from '../../keys/describe-key.ts';
import { findListedKey, renameKey, rollKey } from '../../keys/keys.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { conflict, notFound } from '../errors.ts';

type KeyChangeOperation = 'renameKey' | 'rollKey';

/** Changes of existing API keys. */
export function keyChangeOperations({
  database,
  keySecret,
}: OperationServices): Pick<ConsoleHandlers, KeyChangeOperation> {
  return {
    renameKey: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { keyId } = context.req.valid('param');
      const { name } = context.req.valid('json');
      const isRenamed = await renameKey(database, { ownerId, id: keyId, name, actor: createActor(context) });
      if (!isRenamed) throw notFound(`Key ${keyId}`);
      const body = await findDescribedKey(database, ownerId, keyId);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    rollKey: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { keyId } = context.req.valid('param');
      const { grace_hours: graceHours } = context.req.valid('json');
      const roll = { ownerId, id: keyId, graceHours, secret: keySecret, actor: createActor(context) };
      const outcome = await rollKey(database, roll);
      if (outcome === 'not-found') throw notFound(`Key ${keyId}`);
      if (outcome === 'replaced')
        throw conflict(`Key ${keyId} was rolled already. Roll or use its replacement.`);
      if (outcome === 'not-active') throw conflict(`Key ${keyId} is revoked or expired. Create a new key.`);
      const body = { ...(await findDescribedKey(database, ownerId, outcome.id)), key: outcome.key };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },
  };
}

async function findDescribedKey(database: Database, ownerId: string, id: string) {
  const key = await findListedKey(database, { ownerId, id });
  if (key === undefined) throw notFound(`Key ${id}`);
  return describeKey(key);
}
