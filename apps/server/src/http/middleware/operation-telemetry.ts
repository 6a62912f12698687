/** What is told of the requests of an operation: counts and times of all, spans of those with a valid key. */
import type { OperationId } from '@keyframe/contract/hono';
import type { MiddlewareHandler } from 'hono';
import { countRequest } from '../../telemetry/metrics.ts';
import { traced } from '../../telemetry/tracing.ts';
import type { AppEnv } from './authentication.ts';

/** Counts and times every request of an operation, whatever its answer. */
export function measureRequests(operationId: OperationId): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    countRequest(operationId, context.res.status, (performance.now() - startedAt) / 1000);
  };
}

/**
 * Makes each request of an operation a span, which goes on with the trace of a caller that has one. It stands behind
 * the check of the key: strangers choose no trace ids and force no sampling.
 */
export function traceRequests(operationId: OperationId): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const attributes = { 'http.request.method': context.req.method };
    const parent = context.req.header('traceparent') ?? null;
    return traced(operationId, { kind: 'request', parent, attributes }, async (annotate) => {
      await next();
      annotate({ 'http.response.status_code': context.res.status });
    });
  };
}
