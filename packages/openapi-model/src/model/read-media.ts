import { isJsonObject, memberOf } from '../json.ts';
import { isOpenApi32 } from '../openapi-version.ts';
import { appendPointer } from '../pointer.ts';
import { EVENT_DATA, type EventData } from '../prepare/event-items.ts';
import { repairText } from '../repair/repairs.ts';
import { classifyStream } from '../streams.ts';
import type { Encoding, Header, Link, MediaType, RequestBody, Response, Stream } from './model.ts';
import type { Located, Reader } from './reader.ts';

/** Reads a `content` map. */
export function readContent(reader: Reader, parent: Located): MediaType[] {
  return reader.entries(parent, 'content').map((located) => {
    const stream = readStream(reader, located);
    return {
      name: located.name,
      schema: reader.schema(located, 'schema'),
      ...(stream && { stream }),
      encoding: readEncoding(reader, located),
      pointer: located.pointer,
    };
  });
}

function readStream(reader: Reader, mediaType: Located & { name: string }): Stream | undefined {
  const format = classifyStream(mediaType.name);
  if (format === undefined) return undefined;
  const item = reader.schema(mediaType, isOpenApi32(reader.document) ? 'itemSchema' : 'x-item-schema');
  const eventData = memberOf(mediaType.value, EVENT_DATA);
  return (
    item && { format, item, ...(isJsonObject(eventData) && { eventData: eventData as unknown as EventData }) }
  );
}

function readEncoding(reader: Reader, mediaType: Located): Encoding[] {
  return reader.entries(mediaType, 'encoding').map((located) => ({
    name: located.name,
    contentType: reader.text(located, 'contentType'),
    headers: readHeaders(reader, located),
    style: reader.text(located, 'style'),
    explode: reader.flag(located, 'explode'),
    allowReserved: reader.flag(located, 'allowReserved'),
    pointer: located.pointer,
  }));
}

/** Reads the request body of an operation. */
export function readRequestBody(reader: Reader, operation: Located): RequestBody | undefined {
  const body = operation.value.requestBody;
  const located = body === undefined ? undefined : reader.resolve(body, `${operation.pointer}/requestBody`);
  if (!located) return undefined;
  if (memberOf(located.value, 'content') === undefined) {
    reader.report(
      located.pointer,
      'A request body must have "content".',
      'Add "content", with a member for each media type.',
    );
  }
  return {
    required: reader.flag(located, 'required') ?? false,
    description: reader.text(located, 'description'),
    content: readContent(reader, located),
    pointer: located.pointer,
  };
}

/** Reads the responses of an operation. */
export function readResponses(reader: Reader, operation: Located): Response[] {
  const responses: Response[] = [];
  for (const located of reader.entries(operation, 'responses', { extensible: true })) {
    const status = readStatus(reader, operation, located);
    if (status === undefined) continue;
    responses.push({
      status,
      summary: reader.text(located, 'summary'),
      description: reader.text(located, 'description') ?? '',
      headers: readHeaders(reader, located),
      content: readResponseContent(reader, located, status),
      links: readLinks(reader, located),
      pointer: located.pointer,
    });
  }
  return responses;
}

// RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5: these responses have no body.
const BODILESS = new Set(['204', '205', '304']);

function readResponseContent(reader: Reader, located: Located, status: string): MediaType[] {
  const content = readContent(reader, located);
  if (!BODILESS.has(status) || content.length === 0) return content;
  reader.accept('content-without-body', {
    pointer: appendPointer(located.pointer, 'content'),
    message: `A response with the status ${status} has no body.`,
    repair: 'Remove "content", or use the status 200.',
  });
  return [];
}

function readStatus(
  reader: Reader,
  operation: Located,
  { name, pointer }: Located & { name: string },
): string | undefined {
  if (/^([1-5]\d\d|[1-5]XX|default)$/.test(name)) return name;
  const message = `"${name}" is not a status code.`;
  const status = name.toUpperCase();
  const repair = 'Use 200, 2XX or default.';
  if (!/^[1-5]XX$/.test(status)) {
    // No response of HTTP has it.
    reader.repair('invalid-status', { pointer, message, repair: repairText(repair) });
    return undefined;
  }
  if (memberOf(reader.object(operation, 'responses').value, status) !== undefined) {
    reader.report(pointer, message, repair);
    return undefined;
  }
  reader.repair('lower-case-status', { pointer, message, repair: repairText(`Write "${status}".`) });
  return status;
}

// A header named Content-Type is to be ignored (OpenAPI 3.1, Response Object and Encoding Object).
function readHeaders(reader: Reader, owner: Located): Header[] {
  return reader
    .entries(owner, 'headers')
    .filter(({ name }) => name.toLowerCase() !== 'content-type')
    .map((located) => reader.within(located, () => readHeader(reader, located)))
    .filter((header) => header !== undefined);
}

function readHeader(reader: Reader, located: Located & { name: string }): Header {
  return {
    name: located.name,
    required: reader.flag(located, 'required') ?? false,
    description: reader.text(located, 'description'),
    deprecated: reader.flag(located, 'deprecated') ?? false,
    explode: reader.flag(located, 'explode') ?? false,
    schema: reader.schema(located, 'schema'),
    content: readContent(reader, located),
    pointer: located.pointer,
  };
}

function readLinks(reader: Reader, response: Located): Link[] {
  return reader.entries(response, 'links').map((located) => ({
    name: located.name,
    operationId: reader.text(located, 'operationId'),
    operationRef: reader.text(located, 'operationRef'),
    parameters: reader.object(located, 'parameters').value,
    requestBody: memberOf(located.value, 'requestBody'),
    pointer: located.pointer,
  }));
}
