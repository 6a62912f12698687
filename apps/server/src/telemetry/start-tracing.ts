/** Loaded only where traces are wanted: the SDK behind the API that `tracing.ts` uses. */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** An OTLP collector, and the role of the process that sends to it. */
export interface CollectorOptions {
  readonly endpoint: string;
  readonly role: string;
}

export interface Tracing {
  /** Sends the rest, and nothing after that. */
  stop(): Promise<void>;
}

/** A stop does not wait longer for a collector that is gone. */
const EXPORT_TIMEOUT_MS = 2_000;

/** Sends the process's spans to an OTLP collector, as JSON to `<endpoint>/v1/traces`. */
export function startTracing({ endpoint, role }: CollectorOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const attributes = { 'service.name': 'keyframe', 'keyframe.role': role };
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(attributes)),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      await provider.shutdown();
      // The API keeps the first SDK that is registered: without this, the process could not start another one.
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}
