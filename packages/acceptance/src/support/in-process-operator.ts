// The functions behind the operator's commands. A process for each command would take most of the time of a suite
// that asks for a balance after every step.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseScopes } from '@keyframe/server/src/admin/options.ts';
import { createCallbackSecret } from '@keyframe/server/src/callbacks/sign.ts';
import { callbackPublicKey } from '@keyframe/server/src/callbacks/signing-key.ts';
import { auditLedger, grantCredits, readBalance } from '@keyframe/server/src/credits/ledger.queries.ts';
import { connectDatabase } from '@keyframe/server/src/db/database.ts';
import { sharedSecret } from '@keyframe/server/src/db/secret.queries.ts';
import { SCOPES } from '@keyframe/server/src/db/tables.ts';
import { createKey, revokeKey } from '@keyframe/server/src/keys/keys.queries.ts';
import { createOwner } from '@keyframe/server/src/owners/owners.queries.ts';
import { retryRefund } from '@keyframe/server/src/tasks/retry-refund.ts';
import type { Operator } from './operator.ts';

/** An operator without processes; disposing of it closes its connections. */
export interface InProcessOperator extends Operator, AsyncDisposable {
  /** Says what `task retry-refund` says; `unknown` when there is no such task. */
  retryRefund(taskId: string): Promise<'refunded' | 'unchanged' | 'refused' | 'unknown'>;
}

/** Connects an operator to the embedded database of a data directory. */
export async function openOperator(dataDirectory: string): Promise<InProcessOperator> {
  return openInProcessOperator(await readFile(join(dataDirectory, 'database-url'), 'utf8'));
}

/** Connects an operator to a server's database. */
export function openInProcessOperator(databaseUrl: string): InProcessOperator {
  const { database, close } = connectDatabase(databaseUrl, { max: 2 });
  return {
    async createOwner(name) {
      const { id, callbackSecret, callbackKeySeed } = await createOwner(database, {
        name,
        callbackSecret: createCallbackSecret(),
      });
      const callback_public_key = callbackPublicKey(callbackKeySeed);
      return { id, callback_secret: callbackSecret, callback_public_key };
    },
    async createKey(ownerId, mode, scopes = SCOPES) {
      const secret = await sharedSecret(database, 'key-hash');
      return createKey(database, { ownerId, mode, scopes: parseScopes(scopes.join()), secret });
    },
    async revokeKey(id) {
      await revokeKey(database, id);
    },
    async grant(ownerId, mode, amount) {
      await grantCredits(database, { ownerId, mode, amount });
    },
    async balances(owner) {
      const [live, test] = [
        await readBalance(database, owner, 'live'),
        await readBalance(database, owner, 'test'),
      ];
      return { live, test };
    },
    audit: () => auditLedger(database),
    retryRefund: async (taskId) => (await retryRefund(database, { taskId }))?.outcome ?? 'unknown',
    [Symbol.asyncDispose]: close,
  };
}
