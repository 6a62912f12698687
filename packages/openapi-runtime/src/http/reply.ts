import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isJson, isRange } from './media-type.ts';
import type { OperationDefinition, TextDefinition } from './operation-definition.ts';
import { findResponse } from './response-definition.ts';
import { isSetCookie, writeHeader } from './response-headers.ts';
import { writeStream } from './stream-schema.ts';

/** The reply of a handler: a documented status, and what is documented for it. */
export interface ReplyParts {
  status: number;
  /** The media type of the body; omitted if only one is documented. */
  mediaType?: string;
  headers?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/** Writes a reply as its operation documents it: headers in their style, JSON bodies as JSON, others as they are. */
export function writeReply(context: Context, operation: OperationDefinition, parts: ReplyParts): Response {
  const { status, headers = {}, body } = parts;
  const found = findResponse(operation, status);
  writeHeaders(context, headers, (found && operation.responseHeaders?.[found.key]) ?? []);
  const [documented] = Object.keys(found?.definition.content ?? {});
  const mediaType = parts.mediaType ?? documented;
  if (mediaType === undefined || body === undefined)
    return context.body(null, status as ContentfulStatusCode);
  if (isRange(mediaType)) {
    throw new TypeError(
      `Missing "mediaType": ${operation.route.path} documents ${mediaType}, so a reply must name its own.`,
    );
  }
  const { operationId } = operation.route as { operationId?: string };
  const schema = found?.definition.content?.[mediaType]?.schema;
  const stream = writeStream(schema, {
    method: context.req.method,
    operationId: operationId ?? '',
    status,
    mediaType,
    body,
  });
  if (stream) {
    context.header('Content-Type', stream.mediaType);
    return context.body(stream.body as ReadableStream<Uint8Array>, status as ContentfulStatusCode);
  }
  context.header('Content-Type', withCharset(mediaType));
  const data = isJson(mediaType) ? JSON.stringify(body) : body instanceof Response ? body.body : body;
  return context.body(data as Parameters<typeof context.body>[0] & string, status as ContentfulStatusCode);
}

function writeHeaders(
  context: Context,
  headers: Readonly<Record<string, unknown>>,
  definitions: readonly TextDefinition[],
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (isSetCookie(name)) {
      for (const cookie of [value].flat()) context.header(name, String(cookie), { append: true });
      continue;
    }
    const definition = definitions.find((one) => one.name.toLowerCase() === name.toLowerCase());
    context.header(name, writeHeader(value, definition));
  }
}

// Adds the charset like `text` of Hono; JSON has only one encoding (RFC 8259, section 8.1).
function withCharset(mediaType: string): string {
  const needsOne = mediaType.startsWith('text/') && !mediaType.includes('charset');
  return needsOne && mediaType !== 'text/event-stream' ? `${mediaType}; charset=UTF-8` : mediaType;
}
