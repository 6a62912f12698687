import {
  lockSigningKeys,
  readSigningKeys,
  revealCallbackSecret,
  rotateCallbackSecret,
  type SigningKeys,
} from '../../callbacks/secrets.queries.ts';
import { callbackPublicKey } from '../../callbacks/signing-key.ts';
import { sendTestEvent } from '../../callbacks/test-event.ts';
import type { Database } from '../../db/database.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { invalidRequest, notFound, rateLimited } from '../errors.ts';
import { shownStatus } from './deliveries.ts';

type CallbackOperation =
  | 'getCallbackKeys'
  | 'revealCallbackSecret'
  | 'rotateCallbackSecret'
  | 'sendTestEvent';

/** Secrets that sign at once, at most: each one is a signature more in every callback. */
const MAX_SECRETS = 5;
/** Test events a minute of one owner. */
const TEST_EVENT_QUOTA = 10;
const HINT_LENGTH = 4;

/** Handlers for the keys that sign an owner's callbacks, and for test events. */
export function callbackOperations({
  database,
  egress,
  callbackTimeoutMs,
  takeRates,
}: OperationServices): Pick<ConsoleHandlers, CallbackOperation> {
  return {
    getCallbackKeys: async (context, reply) => {
      const keys = await requireKeys(database, context.get('membership').ownerId);
      const current = { hint: createHint(keys.secret), state: 'current' as const, expires_at: null };
      const retired = keys.retired.map(({ secret, expiresAt }) => ({
        hint: createHint(secret),
        state: 'retired' as const,
        expires_at: expiresAt.toISOString(),
      }));
      const body = { public_key: callbackPublicKey(keys.keySeed), secrets: [current, ...retired] };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    revealCallbackSecret: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const keys = await revealCallbackSecret(database, ownerId, createActor(context));
      if (keys === undefined) throw notFound(`Team ${ownerId}`);
      const previous_valid_until = keys.retired[0]?.expiresAt.toISOString() ?? null;
      const body = { secret: keys.secret, previous_valid_until };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    rotateCallbackSecret: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const rotated = await database.transaction(async (transaction) => {
        const keys = await lockSigningKeys(transaction, ownerId);
        if (keys !== undefined) requireRoom(keys);
        return rotateCallbackSecret(transaction, ownerId, createActor(context));
      });
      if (rotated === undefined) throw notFound(`Team ${ownerId}`);
      const body = {
        secret: rotated.secret,
        previous_valid_until: rotated.previousValidUntil.toISOString(),
      };
      return reply({ status: 201, headers: answerHeaders(context), body });
    },

    sendTestEvent: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { url, status } = context.req.valid('json');
      const problem = egress.check(url, { protocols: ['https:'] });
      if (problem !== null) throw invalidRequest(`url: ${problem}`, '/url');
      const bucket = `test-event:${ownerId}`;
      const refusal = await takeRates([{ bucket, quota: TEST_EVENT_QUOTA }]);
      if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
      const keys = await requireKeys(database, ownerId);
      const sent = await sendTestEvent({ url, status, keys, egress, timeoutMs: callbackTimeoutMs });
      const { outcome, headers, body: text } = sent;
      const shown = { 'content-type': 'application/json', ...headers };
      const body = {
        delivered: outcome.ok,
        request: {
          headers: Object.entries(shown).map(([name, value]) => ({ name, value })),
          body: text,
        },
        http_status: shownStatus(outcome.httpStatus ?? null),
        latency_ms: Math.round(outcome.latencyMs),
        problem: outcome.ok ? null : outcome.problem,
        excerpt: outcome.excerpt ?? null,
      };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },
  };
}

async function requireKeys(database: Database, ownerId: string): Promise<SigningKeys> {
  const keys = await readSigningKeys(database, ownerId);
  if (keys === undefined) throw notFound(`Team ${ownerId}`);
  return keys;
}

/** Rejects a rotation that would exceed MAX_SECRETS, until the oldest secret expires. */
function requireRoom({ retired }: SigningKeys): void {
  const first = retired.at(-1);
  if (first === undefined || retired.length < MAX_SECRETS - 1) return;
  const seconds = Math.ceil((first.expiresAt.getTime() - Date.now()) / 1000);
  throw rateLimited(Math.max(1, seconds));
}

function createHint(secret: string): string {
  return `whsec_…${secret.slice(-HINT_LENGTH)}`;
}
