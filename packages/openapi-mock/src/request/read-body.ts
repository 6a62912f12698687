// Reads the body of a request into a value, and checks it.

import type { JsonValue, MediaType, RequestBody } from '@keyframe/openapi-model';
import { isForm, isJson, isMultipart, matchMediaType } from '@keyframe/openapi-runtime/wire';
import { ValueExplainer } from '@keyframe/openapi-schema/explain';
import type { Schemas } from '../document/schemas.ts';
import { isXml } from '../document/xml-form.ts';
import type { MockRequest } from '../exchange.ts';
import { checkParts } from './check-parts.ts';
import { parseXml } from './parse-xml.ts';
import type { RequestProblem } from './problem.ts';
import { readMultipartForm, readUrlEncodedForm } from './read-form.ts';
import { readXml } from './read-xml.ts';

/** A body that was read: the value of JSON and forms, the text of a text; undefined without a body. */
export interface ReadBody {
  value: JsonValue | undefined;
  problem: RequestProblem | undefined;
}

const MAX_BODY_BYTES = 16_777_216;
// Deeper values would exceed the stack of functions that go through them.
const MAX_DEPTH = 200;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const NOTHING: ReadBody = { value: undefined, problem: undefined };

/** Reads and checks the body of a request; one that the document does not describe is ignored. */
export async function readBody(
  request: MockRequest,
  documented: RequestBody | undefined,
  schemas: Schemas,
): Promise<ReadBody> {
  if (!documented || request.method === 'GET' || request.method === 'HEAD') return NOTHING;
  const bytes = await request.readBytes(MAX_BODY_BYTES);
  if (bytes === undefined) return reject('too_large', `must not be larger than ${MAX_BODY_BYTES} bytes`);
  const names = documented.content.map(({ name }) => name);
  const contentType = request.headers['content-type'];
  // A form without fields is empty.
  const canBeEmpty = contentType !== undefined && isUrlEncoded(contentType);
  if (bytes.byteLength === 0 && !canBeEmpty) {
    if (documented.required) return reject('invalid', `is required: ${names.join(' or ')}`);
    // The media type announces a body.
    const isAnnounced = contentType !== undefined && isJson(contentType);
    return isAnnounced ? reject('invalid', 'must be valid JSON (got nothing)') : NOTHING;
  }
  const matched = contentType === undefined ? undefined : matchMediaType(contentType, names);
  const media = documented.content.find(({ name }) => name === matched);
  if (contentType === undefined || !media) {
    return reject('media_type', `must be ${names.join(' or ')} (got ${contentType ?? 'no Content-Type'})`);
  }
  return readContent({ bytes, contentType, media }, schemas);
}

function isUrlEncoded(contentType: string): boolean {
  return isForm(contentType) && !isMultipart(contentType);
}

/** The bytes of a body and the media type that describes them. */
interface Content {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  media: MediaType;
}

function readContent({ bytes, contentType, media }: Content, schemas: Schemas): ReadBody {
  const { schema } = media;
  if (isForm(contentType)) {
    const form = isMultipart(contentType)
      ? readMultipartForm(bytes, contentType, { media, schemas })
      : readUrlEncodedForm(decodeText(bytes) ?? '', { media, schemas });
    if (!form) return reject('invalid', 'must be valid multipart/form-data');
    return check(form.value, { media, schemas, ignored: form.files });
  }
  if (isJson(contentType)) return readJson(bytes, { media, schemas });
  const isMarkup = isXml(contentType);
  if (!isMarkup && !contentType.startsWith('text/')) return NOTHING;
  const text = decodeText(bytes);
  if (text === undefined) return reject('invalid', 'must be valid UTF-8');
  if (isMarkup) return readMarkup(text, { media, schemas });
  return schema ? check(text, { media, schemas }) : { ...NOTHING, value: text };
}

function readMarkup(text: string, { media, schemas }: CheckOptions): ReadBody {
  const element = parseXml(text);
  if (!element) return reject('invalid', 'must be valid XML, without a document type declaration');
  const { schema } = media;
  if (!schema) return NOTHING;
  return check(readXml(element, [schemas.node({ schema, direction: 'request' })]), { media, schemas });
}

function readJson(bytes: Uint8Array<ArrayBuffer>, options: CheckOptions): ReadBody {
  const text = decodeText(bytes);
  if (text === undefined) return reject('invalid', 'must be valid UTF-8');
  const parsed = parseJson(text);
  if ('reason' in parsed) return reject('invalid', `must be valid JSON (${parsed.reason})`);
  // Each level takes two characters.
  if (text.length > 2 * MAX_DEPTH && isDeeper(text, MAX_DEPTH))
    return reject('invalid', `must not have more than ${MAX_DEPTH} levels`);
  return check(parsed.value, options);
}

interface CheckOptions {
  media: MediaType;
  schemas: Schemas;
  /** Members whose content is a file. */
  ignored?: ReadonlySet<string>;
}

function check(value: JsonValue, { media: { schema }, schemas, ignored }: CheckOptions): ReadBody {
  const directed = schema && { schema, direction: 'request' as const };
  if (!directed || schemas.accepts(directed, value)) return { value, problem: undefined };
  const node = schemas.node(directed);
  const problem = schemas.acceptsNothing(directed)
    ? checkParts(schemas, node, value)
    : new ValueExplainer(schemas, 'request').explain(node, value);
  if (!problem || ignored?.has(String(problem.path[0]))) return { value, problem: undefined };
  const { path, message } = problem;
  return { value, problem: { kind: 'invalid', part: 'body', path, message } };
}

function reject(kind: RequestProblem['kind'], message: string): ReadBody {
  return { value: undefined, problem: { kind, part: 'body', path: [], message } };
}

function decodeText(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

// Counts brackets outside of texts; the text is valid JSON.
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (bracket === '[' || bracket === '{') depth += 1;
    if (bracket === ']' || bracket === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

function parseJson(text: string): { value: JsonValue } | { reason: string } {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (cause) {
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
