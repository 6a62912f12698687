import type { RegisterOptions } from '@keyframe/contract/hono';
import type { Log } from '../telemetry/log.ts';

/** Treatment of a response that violates the contract: a 500, a line in the log, or nothing. */
export type ResponseCheck = 'throw' | 'report' | 'off';

type Validation<TEnv extends { Variables: { requestId: string } }> = NonNullable<
  RegisterOptions<TEnv>['responseValidation']
>;

/** A response that departs from the contract is a defect of ours that no client should find first. */
export function responseValidation<TEnv extends { Variables: { requestId: string } }>(
  check: ResponseCheck,
  log: Log,
): Validation<TEnv> {
  if (check !== 'report') return check;
  return {
    report: ({ operationId, status, message }, context) => {
      const requestId = context.get('requestId');
      log.error({ operationId, status, requestId, problem: message }, 'a response departs from the contract');
    },
  };
}
