/** Loaded only where traces are wanted: the SDK behind the API that `tracing.ts` uses. */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** A stop does not wait longer for a collector that is gone. */
const EXPORT_TIMEOUT_MS = 2_000;

export interface Tracing {
  /** Sends the spans that wait, and no more after that. */
  stop(): Promise<void>;
}

/** Sends the process's spans to an OTLP collector, as JSON to `<endpoint>/v1/traces`. */
export function startTracing({ endpoint, role }: { endpoint: string; role: string }): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'keyframe', 'keyframe.role': role }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}
