/** Loaded only where traces are wanted: the SDK behind the API that `tracing.ts` uses. */
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { type CollectorOptions, describeProcess, EXPORT_TIMEOUT_MS, type Exporting } from './collector.ts';

/** Sends the process's spans to an OTLP collector, as JSON to `<endpoint>/v1/traces`. */
export function startTracing({ endpoint, role }: CollectorOptions): Exporting {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: describeProcess(role),
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
