// The body of a request, and the reasons why it is not JSON.
import type { IncomingMessage } from 'node:http';

/** The limit of the service (OPEN-14). */
const MAX_BODY_BYTES = 256 * 1024;
const JSON_MEDIA_TYPE = /^application\/json\s*(;.*)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]*)/i;

/** Reads a body up to one byte more than is allowed. Undefined without a body, or where a body has no meaning. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && Number(length) === 0) return undefined;
  if (request.method === 'GET' || request.method === 'HEAD') {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES + 1);
}

/** Explains, in the service's words, why Prism cannot take a body; undefined if it can. */
export function checkBody({ headers }: IncomingMessage, body: Buffer | undefined): string | undefined {
  if (body === undefined) return undefined;
  const { 'content-type': type } = headers;
  if (type === undefined || !JSON_MEDIA_TYPE.test(type)) {
    return `Content-Type: must be application/json (got ${type ?? 'none'})`;
  }
  const charset = CHARSET.exec(type)?.groups?.charset ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) return `Content-Type: charset must be UTF-8 (got ${charset || 'none'})`;
  if (body.length > MAX_BODY_BYTES) return `body: must not be larger than ${MAX_BODY_BYTES} bytes`;
  if (body.length === 0) return 'body: is required';
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError
      ? `body: must be valid JSON (${error.message})`
      : 'body: must be valid UTF-8';
  }
}
