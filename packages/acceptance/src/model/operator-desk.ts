// The functions behind the operator's commands. A process for each command would take most of the time of a suite
// that asks for a balance after every step.
import { createCallbackSecret } from '@keyframe/server/src/callbacks/sign.ts';
import {
  type Audit,
  auditLedger,
  type Balance,
  grantCredits,
  readBalance,
} from '@keyframe/server/src/credits/ledger.queries.ts';
import { connectDatabase } from '@keyframe/server/src/db/database.ts';
import { createKey, createOwner, revokeKey } from '@keyframe/server/src/keys/keys.queries.ts';
import { SCOPES, type Scope } from '@keyframe/server/src/keys/scope.ts';
import { sharedSecret } from '@keyframe/server/src/keys/secret.queries.ts';
import { retryRefund } from '@keyframe/server/src/tasks/retry-refund.ts';
import type { Mode } from '../operator.ts';

/** What an operator does, without a process of its own; disposing of it closes its connection. */
export interface OperatorDesk extends AsyncDisposable {
  createOwner(): Promise<string>;
  createKey(owner: string, mode: Mode, scopes?: readonly Scope[]): Promise<{ id: string; key: string }>;
  revokeKey(id: string): Promise<void>;
  grant(owner: string, mode: Mode, amount: number): Promise<void>;
  balance(owner: string, mode: Mode): Promise<Balance>;
  audit(): Promise<Audit>;
  retryRefund(taskId: string): Promise<'refunded' | 'unchanged' | 'refused' | 'unknown'>;
}

/** Opens a desk at a server's database. */
export function openOperatorDesk(databaseUrl: string): OperatorDesk {
  const { database, close } = connectDatabase(databaseUrl, { max: 2 });
  return {
    async createOwner() {
      const owner = await createOwner(database, { name: 'model', callbackSecret: createCallbackSecret() });
      return owner.id;
    },
    async createKey(ownerId, mode, scopes = SCOPES) {
      const secret = await sharedSecret(database, 'key-hash');
      return createKey(database, { ownerId, mode, scopes: [...scopes], secret });
    },
    async revokeKey(id) {
      await revokeKey(database, id);
    },
    grant: (ownerId, mode, amount) => grantCredits(database, { ownerId, mode, amount }),
    balance: (ownerId, mode) => readBalance(database, ownerId, mode),
    audit: () => auditLedger(database),
    retryRefund: async (taskId) => (await retryRefund(database, taskId))?.outcome ?? 'unknown',
    [Symbol.asyncDispose]: close,
  };
}
