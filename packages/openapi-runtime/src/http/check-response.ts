import { isJson, isRange, matchMediaType } from './media-type.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { rawBody } from './raw-body.ts';
import { isZodType } from './read-body.ts';
import { findResponse, type ResponseDefinition } from './response-definition.ts';
import { checkHeaders } from './response-headers.ts';
import type { ResponseIssue } from './response-violation-error.ts';
import { isStreamSchema } from './stream-schema.ts';

/** A response to compare with its operation. */
export interface CheckedResponse {
  status: number;
  headers: Headers | Readonly<Record<string, string>>;
  /** The parsed body; undefined if there is no body. */
  body: unknown;
}

/** Compares a response with what its operation documents; no issue means that it keeps the contract. */
export function checkAgainst(operation: OperationDefinition, response: CheckedResponse): ResponseIssue[] {
  const match = findResponse(operation, response.status);
  if (!match) {
    const codes = Object.keys(operation.route.responses).join(', ');
    return [
      { where: 'status', path: [], message: `${response.status} is not documented (documented: ${codes})` },
    ];
  }
  const { key, definition } = match;
  const headers = new Headers(response.headers);
  const texts = operation.responseHeaders?.[key] ?? [];
  const ofHeaders = isZodType(definition.headers) ? checkHeaders(definition.headers, headers, texts) : [];
  return [
    ...ofHeaders.map((issue): ResponseIssue => ({ where: 'header', ...issue })),
    // The answer to HEAD has no body; its headers speak of the one that GET has.
    ...(operation.route.method === 'head' ? [] : checkBody(definition, headers, response.body)),
  ];
}

/** Compares a response with what the operation of an id documents. */
export function checkOperation(
  operations: object,
  operationId: string,
  response: CheckedResponse,
): ResponseIssue[] {
  return checkAgainst(
    (operations as Record<string, OperationDefinition>)[operationId] ?? unknown(operationId),
    response,
  );
}

function unknown(operationId: string): never {
  throw new TypeError(`Operation "${operationId}" not found.`);
}

/**
 * Checks whether a response can be checked only after its body is read: not if the body is raw, or an event stream.
 */
export function needsBody(operation: OperationDefinition, { status, headers }: Response): boolean {
  const content = findResponse(operation, status)?.definition.content ?? {};
  const contentType = headers.get('content-type') ?? '';
  const mediaType = matchMediaType(contentType, Object.keys(content));
  return mediaType !== undefined && isChecked(content[mediaType]?.schema, mediaType, contentType);
}

function isChecked(schema: unknown, mediaType: string, contentType: string): boolean {
  if (!isZodType(schema) || schema === rawBody || isStreamSchema(schema)) return false;
  // In a range only JSON and text are known; an image in `*/*` has no value that a schema could speak of.
  return isJson(contentType) || !isRange(mediaType) || contentType.startsWith('text/');
}

function checkBody(definition: ResponseDefinition, headers: Headers, body: unknown): ResponseIssue[] {
  const content = definition.content ?? {};
  const declared = Object.keys(content);
  if (declared.length === 0) {
    const message = 'must be empty: no body is documented';
    return body === undefined || body === '' ? [] : [{ where: 'body', path: [], message }];
  }
  const contentType = headers.get('content-type');
  const mediaType = contentType === null ? undefined : matchMediaType(contentType, declared);
  if (mediaType === undefined || contentType === null) {
    const message = `Content-Type must be ${declared.join(' or ')} (got ${contentType ?? 'none'})`;
    return [{ where: 'media type', path: [], message }];
  }
  const schema = content[mediaType]?.schema;
  if (!isChecked(schema, mediaType, contentType) || !isZodType(schema)) return [];
  const result = schema.safeParse(body);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => ({ where: 'body', path, message }));
}
