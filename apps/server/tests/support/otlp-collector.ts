import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface ExportRequest {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

/** Starts a collector of OTLP over HTTP, as JSON, on a free port of loopback. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans = [] } = (await json(request)) as ExportRequest;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const listening = await listen(server);
  return {
    spans,
    url: `http://127.0.0.1:${listening.port}`,
    close: () => listening[Symbol.asyncDispose](),
  };
}
