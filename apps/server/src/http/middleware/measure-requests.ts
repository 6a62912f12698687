import type { OperationId } from '@keyframe/contract/hono';
import type { MiddlewareHandler } from 'hono';
import { countRequest } from '../../telemetry/metrics.ts';
import type { AppEnv } from './authentication.ts';

/** Counts and times every request of an operation, whatever its answer. */
export function measureRequests(operationId: OperationId): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    countRequest(operationId, context.res.status, (performance.now() - startedAt) / 1000);
  };
}
