import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isJson, isRange } from './media-type.ts';
import type { OperationDefinition, TextDefinition } from './operation-definition.ts';
import type { HeaderRecord, OperationRequest } from './operation-request.ts';
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

/** The documentation of a response, as its writer needs it. */
interface DocumentedReply {
  path: string;
  operationId: string;
  headers: readonly TextDefinition[];
  content: Readonly<Record<string, { schema?: unknown } | undefined>>;
  mediaType: string | undefined;
}

/**
 * Creates the function that writes replies as their operation documents them: headers in their style, JSON bodies as JSON,
 * others as they are.
 */
export function createReplyWriter(
  operation: OperationDefinition,
): (request: OperationRequest, parts: ReplyParts) => Response {
  const documented = new Map<number, DocumentedReply>();
  return (request, parts) => {
    let reply = documented.get(parts.status);
    if (reply === undefined) {
      reply = describeReply(operation, parts.status);
      documented.set(parts.status, reply);
    }
    return writeReply(request, reply, parts);
  };
}

function describeReply(operation: OperationDefinition, status: number): DocumentedReply {
  const response = findResponse(operation, status);
  const content = response?.definition.content ?? {};
  const { path, operationId } = operation.route as { path: string; operationId?: string };
  return {
    path,
    operationId: operationId ?? '',
    headers: (response && operation.responseHeaders?.[response.key]) ?? [],
    content,
    mediaType: Object.keys(content)[0],
  };
}

function writeReply(request: OperationRequest, documented: DocumentedReply, parts: ReplyParts): Response {
  const { status, body } = parts;
  const { context } = request;
  const headers = request.takeHeaders() ?? {};
  const cookies = writeHeaders(headers, documented.headers, parts.headers);
  const respond = (data: unknown) => createResponse(context, { body: data, status, headers, cookies });
  const mediaType = parts.mediaType ?? documented.mediaType;
  if (mediaType === undefined || body === undefined) return respond(null);
  if (isRange(mediaType)) {
    throw new TypeError(
      `Missing "mediaType": ${documented.path} documents ${mediaType}, so a reply must name its own.`,
    );
  }
  const stream = writeStream(documented.content[mediaType]?.schema, {
    method: context.req.method,
    operationId: documented.operationId,
    status,
    mediaType,
    body,
  });
  headers['content-type'] = stream?.mediaType ?? withCharset(mediaType);
  if (stream) return respond(stream.body);
  if (isJson(mediaType)) return respond(JSON.stringify(body));
  return respond(body instanceof Response ? body.body : body);
}

interface ResponseParts {
  body: unknown;
  status: number;
  headers: HeaderRecord;
  cookies: readonly string[];
}

/** Creates the response: by Hono, which adds headers of middleware in front, unless the operation is alone and sets no cookies. */
function createResponse(context: Context, { body, status, headers, cookies }: ResponseParts): Response {
  const data = body as string;
  if (cookies.length === 0 && matchedRoutes(context).length === 1) {
    return new Response(data, { status, headers });
  }
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  return context.body(data, status as ContentfulStatusCode, headers);
}

/** Writes the headers of a reply into those of its response, besides its cookies, which it returns. */
function writeHeaders(
  headers: HeaderRecord,
  definitions: readonly TextDefinition[],
  values: Readonly<Record<string, unknown>> = {},
): string[] {
  const cookies: string[] = [];
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (value === undefined) continue;
    const key = name.toLowerCase();
    const definition = definitions.find((candidate) => candidate.name.toLowerCase() === key);
    if (isSetCookie(name)) cookies.push(...[value].flat().map(String));
    else headers[key] = writeHeader(value, definition);
  }
  return cookies;
}

// Adds the charset like `text` of Hono; JSON has only one encoding (RFC 8259, section 8.1).
function withCharset(mediaType: string): string {
  const needsOne = mediaType.startsWith('text/') && !mediaType.includes('charset');
  return needsOne && mediaType !== 'text/event-stream' ? `${mediaType}; charset=UTF-8` : mediaType;
}
