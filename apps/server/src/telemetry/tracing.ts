/**
 * Request ids, which answers and logs name, and spans. Spans use OpenTelemetry's API alone: until `startTracing` gives it
 * an SDK they are nothing, at the price of nothing. A trace leaves the process as a `traceparent` (W3C Trace Context) beside the work that it goes on with.
 */
import type { OperationRequest, Stage } from '@keyframe/openapi-runtime/server';
import {
  context,
  ProxyTracer,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Env } from 'hono';
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
}

const NO_SPAN: WorkSpan = { annotate: () => {}, fail: () => {} };

/** Reports whether spans are recorded. Without an SDK, the API would still create a context for each of them. */
function isTracing(): boolean {
  return !(trace.getTracer('keyframe') instanceof ProxyTracer);
}

/** Runs work inside a span, which its error marks as failed. */
export function traced<TResult>(
  name: string,
  { kind, parent, attributes = {}, startedMs }: SpanOptions,
  work: (span: WorkSpan) => Promise<TResult>,
): Promise<TResult> {
  if (!isTracing()) return work(NO_SPAN);
  const tracer = trace.getTracer('keyframe');
  const from = parent === undefined ? context.active() : readContext(parent);
  const startTime = startedMs === undefined ? {} : { startTime: performance.timeOrigin + startedMs };
  const options = { kind: KINDS[kind], attributes, ...startTime };
  return tracer.startActiveSpan(name, options, from, async (span) => {
    const fail = (errorType: string) => {
      span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    };
    try {
      return await work({ annotate: (more) => span.setAttributes(more), fail });
    } catch (error) {
      // Its name and no more: messages may hold what traces must not.
      fail(error instanceof Error ? error.name : '_OTHER');
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Creates the stage that makes each request of a route a span, which continues the trace of a caller that has one. It runs after
 * authentication, so that requests without a valid key choose no trace ids and force no sampling.
 */
export function traceRequests<TEnv extends Env>(route: string): Stage<TEnv> {
  return (request) => {
    if (!isTracing()) return undefined;
    const { method, path } = request.context.req;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'url.path': path,
      'url.scheme': 'http',
    };
    const parent = request.header('traceparent') ?? null;
    request.within((rest) =>
      traced(`${method} ${route}`, { kind: 'request', parent, attributes }, async ({ annotate, fail }) => {
        const response = await rest();
        annotate({ 'http.response.status_code': response.status });
        if (response.status >= 500) fail(String(response.status));
        return response;
      }),
    );
    return undefined;
  };
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

/** Gives each request an id, which its response and the log name. */
export function identifyRequest<TEnv extends { Variables: { requestId: string } }>(
  request: OperationRequest<TEnv>,
): undefined {
  const requestId = createRequestId();
  request.set('requestId', requestId);
  request.setHeader(REQUEST_ID_HEADER, requestId);
}
