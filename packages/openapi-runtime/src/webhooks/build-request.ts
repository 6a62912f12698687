import type { z } from '@hono/zod-openapi';
import { isJson, matchMediaType } from '../http/media-type.ts';
import type { OperationDefinition, ParameterDefinition } from '../http/operation-definition.ts';
import { isZodType } from '../http/read-body.ts';
import type { BodyShape } from '../http/route.ts';
import { type EncodedBody, encodeBody } from './encode-body.ts';
import { encodeHeader, encodePairs, encodePath, joinPairs } from './encode-parameter.ts';
import { evaluateAddress } from './evaluate-expression.ts';
import type { AnyMessage, CallbackDefinition, MessageHeaders } from './message.ts';
import { MessageError, type MessageIssue } from './message-error.ts';
import { parseTemplate } from './runtime-expression.ts';

export interface NamedDefinition {
  id: string;
  definition: CallbackDefinition | OperationDefinition;
}

/**
 * Builds the request of a message. Throws MessageError with all violations of its document, and ExpressionError if the
 * address cannot be evaluated.
 */
export async function buildRequest(
  { id, definition }: NamedDefinition,
  written: AnyMessage,
  init: RequestInit = {},
): Promise<Request> {
  const { request = {}, method } = definition.route;
  const contentType = chooseContentType(request.body, written);
  const { text: stored } = written;
  const message =
    stored === undefined ? written : { ...written, body: readStored({ id, contentType }, stored) };
  const encoded =
    stored === undefined
      ? writePart({ id, where: 'body', path: [] }, () => encodeMessage(definition, message, contentType))
      : { body: stored, contentType };
  const { headers: given } = message;
  const text = typeof encoded.body === 'string' ? encoded.body : '';
  const headers: MessageHeaders = typeof given === 'function' ? await given(text) : (given ?? {});
  const issues = [
    ...(['params', 'query', 'cookies'] as const).flatMap((location) =>
      findPartIssues(request[location], message[location] ?? {}, location),
    ),
    ...findPartIssues(request.headers, headers, 'headers'),
    ...bodyIssues(request.body, message, contentType),
  ];
  if (issues.length > 0) throw new MessageError(id, issues);
  return new Request(buildAddress({ id, definition }, message), {
    ...init,
    method: method.toUpperCase(),
    headers: buildHeaders({ id, definition, message, headers, encoded, init }),
    ...(encoded.body === undefined ? {} : { body: encoded.body, duplex: 'half' }),
  });
}

interface WrittenPart extends Pick<MessageIssue, 'path' | 'where'> {
  id: string;
}

/** Writes a part; a value that would be read as several ones is a departure from the contract. */
function writePart<TPart>({ id, where, path }: WrittenPart, write: () => TPart): TPart {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError) throw new MessageError(id, [{ where, path, message: error.message }]);
    throw error;
  }
}

function chooseContentType(body: BodyShape | undefined, message: AnyMessage): string | undefined {
  if (message.body === undefined && message.text === undefined) return undefined;
  const [only, ...alternatives] = Object.keys(body?.content ?? {});
  return message.contentType ?? (alternatives.length === 0 && !only?.includes('*') ? only : undefined);
}

/** Reads a body that was written before, to validate it: JSON by its value, anything else as the text that it is. */
function readStored(
  { id, contentType }: { id: string; contentType: string | undefined },
  text: string,
): unknown {
  if (contentType === undefined || !isJson(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new MessageError(id, [{ where: 'body', path: [], message: 'must be valid JSON' }]);
  }
}

function encodeMessage(
  { forms = {} }: OperationDefinition,
  { body }: AnyMessage,
  contentType: string | undefined,
): EncodedBody {
  if (body === undefined || contentType === undefined) return { body: undefined, contentType: undefined };
  const form = matchMediaType(contentType, Object.keys(forms));
  return encodeBody(body, contentType, form === undefined ? [] : forms[form]);
}

function bodyIssues(
  definition: BodyShape | undefined,
  message: AnyMessage,
  contentType: string | undefined,
): MessageIssue[] {
  const { body } = message;
  const declared = Object.keys(definition?.content ?? {});
  if (body === undefined) {
    return definition?.required
      ? [{ where: 'body', path: [], message: 'must not be empty: a body is required' }]
      : [];
  }
  if (!definition) return [{ where: 'body', path: [], message: 'must be empty: no body is documented' }];
  const mediaType = contentType === undefined ? undefined : matchMediaType(contentType, declared);
  if (mediaType === undefined) {
    const problem = `must be ${declared.join(' or ')} (got ${contentType ?? 'none'})`;
    return [{ where: 'contentType', path: [], message: problem }];
  }
  const content = definition.content[mediaType];
  return content && 'schema' in content ? findPartIssues(content.schema, body, 'body') : [];
}

function findPartIssues(schema: unknown, value: unknown, where: MessageIssue['where']): MessageIssue[] {
  if (!isZodType(schema)) return [];
  const result: z.ZodSafeParseResult<unknown> = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, message }) => ({ where, path, message }));
}

function buildAddress({ id, definition }: NamedDefinition, message: AnyMessage): string {
  const address = withPath(definition, message, String(message.url ?? evaluatedAddress(definition, message)));
  const pairs = listArguments(definition, 'query', message.query).flatMap(([parameter, value]) =>
    writePart({ id, where: 'query', path: [parameter.name] }, () => encodePairs(parameter, value)),
  );
  if (pairs.length === 0) return address;
  const [beforeHash = '', ...hash] = address.split('#');
  const separator = beforeHash.includes('?') ? '&' : '?';
  return [`${beforeHash}${separator}${joinPairs(pairs, '&')}`, ...hash].join('#');
}

function evaluatedAddress(
  definition: CallbackDefinition | OperationDefinition,
  { exchange = {} }: AnyMessage,
): string {
  if (!('expression' in definition))
    throw new TypeError('Missing "url": a webhook needs the URL to send it to.');
  return evaluateAddress(parseTemplate(definition.expression), exchange);
}

// `{id}` in an address is a path parameter where one of that name is documented.
function withPath(definition: OperationDefinition, message: AnyMessage, address: string): string {
  return listArguments(definition, 'path', message.params).reduce(
    (text, [parameter, value]) =>
      [`{${parameter.name}}`, percentBraces(parameter.name)].reduce(
        (path, placeholder) => path.replaceAll(placeholder, () => encodePath(parameter, value)),
        text,
      ),
    address,
  );
}

// A URL object has its braces percent-encoded.
function percentBraces(name: string): string {
  return `%7B${encodeURIComponent(name)}%7D`;
}

interface HeaderSources {
  id: string;
  definition: OperationDefinition;
  message: AnyMessage;
  headers: MessageHeaders;
  encoded: EncodedBody;
  init: RequestInit;
}

function buildHeaders({ id, definition, message, headers: values, encoded, init }: HeaderSources): Headers {
  const headers = new Headers(init.headers);
  for (const [parameter, value] of listArguments(definition, 'header', values)) {
    const { name } = parameter;
    headers.set(
      name,
      writePart({ id, where: 'headers', path: [name] }, () => encodeHeader(parameter, value)),
    );
  }
  const cookies = listArguments(definition, 'cookie', message.cookies).flatMap(([parameter, value]) =>
    writePart({ id, where: 'cookies', path: [parameter.name] }, () => encodePairs(parameter, value)),
  );
  if (cookies.length > 0) headers.set('cookie', joinPairs(cookies, '; '));
  if (encoded.contentType !== undefined) headers.set('content-type', encoded.contentType);
  return headers;
}

function listArguments(
  { parameters = [] }: OperationDefinition,
  location: ParameterDefinition['in'],
  values: Readonly<Record<string, unknown>> = {},
): [ParameterDefinition, unknown][] {
  return parameters
    .filter(
      ({ name, in: at }) => at === location && Object.hasOwn(values, name) && values[name] !== undefined,
    )
    .map((parameter) => [parameter, values[parameter.name]]);
}
