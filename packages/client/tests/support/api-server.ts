// A server on loopback that sends scripted responses over real HTTP.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

/** One received request. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One scripted response; `broken` ends the connection before or within the body, or stalls; `silent` sends nothing. */
export type ScriptedAnswer =
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  | { broken: 'before' | 'within' | 'stalled' }
  | { silent: true };

/** A running service; `await using` stops it with all its connections. */
export interface ApiServer extends AsyncDisposable {
  url: string;
  requests: ReceivedRequest[];
}

function write(response: ServerResponse, answer: ScriptedAnswer): void {
  if ('silent' in answer) return;
  if ('broken' in answer) {
    if (answer.broken !== 'before') response.writeHead(200, { 'content-length': 100 }).write('{"taskId":');
    if (answer.broken !== 'stalled') setImmediate(() => response.destroy());
    return;
  }
  const { status, body, headers } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Starts a server on a free port; it sends the responses in their order, and repeats the last. */
export async function startApiServer(...script: ScriptedAnswer[]): Promise<ApiServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers, body: await text(request) });
    const answer = script[Math.min(requests.length, script.length) - 1];
    if (answer === undefined) throw new Error('The script holds no answer.');
    write(response, answer);
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    requests,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
