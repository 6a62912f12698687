import type { Handlers } from '@keyframe/contract/hono';
import { readBalance } from '../../credits/ledger.queries.ts';
import type { Database } from '../../db/database.ts';
import type { AppEnv } from '../app-env.ts';
import { responseFields } from '../middleware/authentication.ts';

/** Answers GET /v1/credits: the balance that the key spends (STA-3). */
export function getCredits({ database }: { readonly database: Database }): Handlers<AppEnv>['getCredits'] {
  return async (context, reply) => {
    const { ownerId, mode } = context.get('key');
    const balance = await readBalance(database, ownerId, mode);
    return reply({
      status: 200,
      headers: responseFields(context),
      body: { mode, ...balance },
    });
  };
}
