// Requests and responses in the form in which they are sent.
import type { ReceivedResponse, SentRequest } from '../../finding.ts';

export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** A request, ready to be sent; `target` begins with the path of the server. */
export interface WireRequest {
  method: string;
  target: string;
  headers: HeaderFields;
  body?: Buffer | undefined;
  /** Milliseconds between the two parts in which the body is sent. */
  pauseMs?: number;
}

export interface WireResponse {
  status: number;
  headers: HeaderFields;
  body: Buffer;
}

/** Finds a header by its case-insensitive name; several of them are joined by commas. */
export function findHeader({ headers }: { headers: HeaderFields }, name: string): string | undefined {
  const lower = name.toLowerCase();
  let found: string | undefined;
  // Called several times for each response, so it creates nothing.
  for (const [key, value] of headers) {
    if (key.length === lower.length && key.toLowerCase() === lower)
      found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** Finds the ETag of a response; undefined if it is weak, which may stay the same for equivalent representations. */
export function findStrongTag(response: { headers: HeaderFields }): string | undefined {
  const tag = findHeader(response, 'etag');
  return tag?.startsWith('"') ? tag : undefined;
}

/** Replaces or adds headers, by name. */
export function withHeaders(headers: HeaderFields, added: Readonly<Record<string, string>>): HeaderFields {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...Object.entries(added)];
}

const SHOWN_BYTES = 16_384;

function toPayload(bytes: Buffer): NonNullable<SentRequest['body']> {
  const cut = bytes.subarray(0, SHOWN_BYTES);
  const text = cut.toString('utf8');
  const isText = cut.length < bytes.length || Buffer.from(text).equals(cut);
  return {
    text: isText ? text : cut.toString('base64'),
    encoding: isText ? 'utf8' : 'base64',
    ...(cut.length < bytes.length ? { size: bytes.length } : {}),
  };
}

/** Writes a request as a finding shows it. */
export function toSentRequest({ method, target, headers, body }: WireRequest, origin: string): SentRequest {
  const request = { method, url: `${origin}${target}`, headers };
  return body === undefined ? request : { ...request, body: toPayload(body) };
}

/** Writes a response as a finding shows it. */
export function toReceivedResponse({ status, headers, body }: WireResponse): ReceivedResponse {
  return body.length === 0 ? { status, headers } : { status, headers, body: toPayload(body) };
}
