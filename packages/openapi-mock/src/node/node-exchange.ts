// Requests and responses of Node's HTTP server.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockReply, MockRequest } from '../exchange.ts';

/** Reads a request of a server. */
export function readNodeRequest(incoming: IncomingMessage): MockRequest {
  const { method = 'GET', headers } = incoming;
  return {
    method,
    url: readUrl(incoming),
    headers: headers as Record<string, string>,
    readBytes: (limit) => readBytes(incoming, limit),
  };
}

/** Writes a response of a server; a lost one is a connection that is cut, as HTTP has no other form of it. */
export function writeNodeReply(
  outgoing: ServerResponse,
  { status, headers, body, isLost }: MockReply,
  method: string | undefined,
): void {
  if (isLost) {
    outgoing.destroy();
    return;
  }
  const isSized = method !== 'HEAD' && status !== 204 && status !== 304;
  const length = isSized ? { 'content-length': Buffer.byteLength(body ?? '') } : {};
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(body);
}

// A client may send any host, and an absolute URL as the target.
function readUrl({ url = '/', headers: { host } }: IncomingMessage): URL {
  const target = url.startsWith('/') ? `http://${host}${url}` : url;
  if (URL.canParse(target)) return new URL(target);
  return new URL(`http://localhost${url.startsWith('/') ? url : '/'}`);
}

function readBytes(incoming: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limit) resolve(undefined);
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
    incoming.once('close', () => reject(new Error('The request was aborted.')));
  });
}
