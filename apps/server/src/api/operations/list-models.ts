import type { Handlers } from '@keyframe/contract/hono';
import { listPrices, type PriceTable } from '../../credits/price.ts';
import type { AppEnv } from '../app-env.ts';
import { responseFields } from '../middleware/authentication.ts';

/** Answers GET /v1/models: what `credits/price.ts` prices a task by (RES-25). */
export function listModels({
  priceTable,
}: {
  readonly priceTable: PriceTable;
}): Handlers<AppEnv>['listModels'] {
  const body = { data: listPrices(priceTable) };
  return async (context, reply) =>
    reply({
      status: 200,
      headers: responseFields(context),
      body,
    });
}
