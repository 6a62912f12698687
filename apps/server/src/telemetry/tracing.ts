/**
 * Request ids, which answers and logs name, and spans. Spans use OpenTelemetry's API alone: until `startTracing` gives it
 * an SDK they are nothing, at the price of nothing. A trace leaves the process as a `traceparent` (W3C Trace Context) beside the work that it goes on with.
 */
import {
  context,
  ProxyTracer,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Context, MiddlewareHandler } from 'hono';
import { createId } from '../id.ts';

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  delivery: SpanKind.CLIENT,
  step: SpanKind.INTERNAL,
};

export interface SpanOptions {
  readonly kind: keyof typeof KINDS;
  /** Parent span as a `traceparent`. If omitted, the current span; if null, a new trace starts. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** When the work began, by the clock of `performance.now`; default: now. */
  readonly startedMs?: number | undefined;
}

/** The span of work that is under way. */
export interface WorkSpan {
  readonly annotate: (attributes: Readonly<Record<string, string | number>>) => void;
  /** Marks the span as failed; the type is a stable word, such as a status. */
  readonly fail: (errorType: string) => void;
  /** Records no span of this work, because another one will include it. */
  readonly discard: () => void;
}

const NO_SPAN: WorkSpan = { annotate: () => {}, fail: () => {}, discard: () => {} };

/** Runs work inside a span, which its error marks as failed. */
export function traced<TResult>(
  name: string,
  { kind, parent, attributes = {}, startedMs }: SpanOptions,
  work: (span: WorkSpan) => Promise<TResult>,
): Promise<TResult> {
  const tracer = trace.getTracer('keyframe');
  // Without an SDK, the API would still create a context for each span.
  if (tracer instanceof ProxyTracer) return work(NO_SPAN);
  const from = parent === undefined ? context.active() : readContext(parent);
  const startTime = startedMs === undefined ? {} : { startTime: performance.timeOrigin + startedMs };
  const options = { kind: KINDS[kind], attributes, ...startTime };
  return tracer.startActiveSpan(name, options, from, async (span) => {
    let isDiscarded = false;
    const discard = () => {
      isDiscarded = true;
    };
    const fail = (errorType: string) => {
      span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    };
    try {
      return await work({ annotate: (more) => span.setAttributes(more), discard, fail });
    } catch (error) {
      // Its name and no more: messages may hold what traces must not.
      fail(error instanceof Error ? error.name : '_OTHER');
      throw error;
    } finally {
      if (!isDiscarded) span.end();
    }
  });
}

/**
 * Makes each request of a route a span, which continues the trace of a caller that has one. It runs after
 * authentication, so that requests without a valid key choose no trace ids and force no sampling.
 */
export function traceRequests(route: string): MiddlewareHandler {
  return (context, next) => {
    const { method, path } = context.req;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.path': path,
      'url.scheme': 'http',
    };
    const parent = context.req.header('traceparent') ?? null;
    const resumed: { readonly startedMs: number } | undefined = context.get('resumed');
    const options = { kind: 'request', parent, attributes, startedMs: resumed?.startedMs } as const;
    return traced(`${method} ${route}`, options, async ({ annotate, discard, fail }) => {
      await next();
      if (isParked(context)) return discard();
      const { status } = context.res;
      annotate({ 'http.response.status_code': status });
      if (status >= 500) fail(String(status));
    });
  };
}

/** Reports whether a request waits, to be handled and measured once more. */
export function isParked(context: Context): boolean {
  return context.get('parked') !== undefined && context.error === undefined;
}

/** Gives the `traceparent` of the current span, null without one. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function readContext(traceparent: string | null) {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Creates the id of a request. A caller's own id is not used, because callers must not write into our logs. */
export function createRequestId(): string {
  return createId('req');
}

export const identifyRequests: MiddlewareHandler<{
  Variables: { requestId: string; resumed: { readonly requestId: string } };
}> = async (context, next) => {
  const resumed: { readonly requestId: string } | undefined = context.get('resumed');
  const requestId = resumed?.requestId ?? createRequestId();
  context.set('requestId', requestId);
  context.header(REQUEST_ID_HEADER, requestId);
  await next();
  // A route that makes its Response itself has none of the headers above.
  if (!context.res.headers.has(REQUEST_ID_HEADER)) context.header(REQUEST_ID_HEADER, requestId);
};
