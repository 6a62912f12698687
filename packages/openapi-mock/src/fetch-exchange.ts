// Requests and responses of the Fetch API.
import type { MockReply, MockRequest } from './exchange.ts';

/** Reads a request of the Fetch API. */
export function readFetchRequest(request: Request): MockRequest {
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    readBytes: (limit) => readBytes(request, limit),
  };
}

/** Writes a response of the Fetch API; a lost one is a network error. */
export function writeFetchResponse({ status, headers, body, isLost }: MockReply): Response {
  return isLost ? Response.error() : new Response(body ?? null, { status, headers });
}

// Stops at the limit.
async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!request.body) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
