/**
 * Spans, by OpenTelemetry's API alone: until `startTracing` gave it an SDK they are nothing, at the price of
 * nothing. A trace leaves the process as a `traceparent` (W3C Trace Context) beside the work that it goes on with.
 */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  delivery: SpanKind.PRODUCER,
  step: SpanKind.INTERNAL,
};

export interface SpanOptions {
  readonly kind: keyof typeof KINDS;
  /** The `traceparent` to go on with; the current span when it is left out, a new trace when it is null. */
  readonly parent?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** Sets attributes of the span that is under way. */
export type Annotate = (attributes: Readonly<Record<string, string | number>>) => void;

/** Runs work inside a span, which its error marks as failed. */
export function traced<TResult>(
  name: string,
  { kind, parent, attributes = {} }: SpanOptions,
  work: (annotate: Annotate) => Promise<TResult>,
): Promise<TResult> {
  const from = parent === undefined ? context.active() : contextOf(parent);
  const options = { kind: KINDS[kind], attributes };
  return trace.getTracer('keyframe').startActiveSpan(name, options, from, async (span) => {
    try {
      return await work((more) => span.setAttributes(more));
    } catch (error) {
      // Its name and no more: messages may hold what traces must not.
      const message = error instanceof Error ? error.name : 'error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Gives the `traceparent` of the current span, null without one. */
export function currentTraceparent(): string | null {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

function contextOf(traceparent: string | null) {
  return traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
}
