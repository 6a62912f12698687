// Reads exchanges from HAR 1.2 files, as browsers and proxies write them.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { HeaderFields } from '../conformance/wire/wire.ts';
import { UsageError } from '../usage-error.ts';
import { isStatus } from './is-status.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** A recorded exchange, and the day on which it began. */
export interface HarExchange extends TrafficExchange {
  /** `2026-11-29`; undefined if the file does not say. */
  day: string | undefined;
}

/** Reads the exchanges of a HAR file; requests without a response are omitted. Throws UsageError. */
export function readHar(text: string, file: string): HarExchange[] {
  let har: JsonValue;
  try {
    har = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new UsageError(`${file} is not JSON: ${String(cause)}`, { cause });
  }
  const entries = toObject(toObject(har).log).entries;
  if (!Array.isArray(entries)) throw new UsageError(`${file} must be a HAR file, with "log" and "entries".`);
  return entries
    .map(toObject)
    .map(readEntry)
    .filter((exchange) => exchange !== undefined);
}

// A token; RFC 9110, section 5.6.2.
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/;

function readEntry({ request, response, startedDateTime }: JsonObject): HarExchange | undefined {
  const { method, url, headers, postData } = toObject(request);
  const { status, headers: responseHeaders, content } = toObject(response);
  if (!URL.canParse(String(url)) || !METHOD.test(String(method)) || !isStatus(status)) return undefined;
  return {
    method: String(method).toUpperCase(),
    url: new URL(String(url)),
    request: { headers: readHeaders(headers), body: readPostData(toObject(postData)) },
    response: {
      status,
      // The text of a body is decoded.
      headers: readHeaders(responseHeaders).filter(([name]) => name.toLowerCase() !== 'content-encoding'),
      body: readContent(toObject(content)),
    },
    day: /^\d{4}-\d{2}-\d{2}/.exec(String(startedDateTime))?.[0],
  };
}

function readHeaders(headers: JsonValue | undefined): HeaderFields {
  if (!Array.isArray(headers)) return [];
  return headers.map(toObject).map(({ name, value }) => [String(name), String(value)] as const);
}

function readPostData({ text, params, encoding }: JsonObject): Buffer | undefined {
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  // Fields without their encoding, or no body.
  return Array.isArray(params) ? undefined : Buffer.alloc(0);
}

function readContent({ text, encoding, size }: JsonObject): Buffer | undefined {
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return typeof size === 'number' && size > 0 ? undefined : Buffer.alloc(0);
}

function toObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
