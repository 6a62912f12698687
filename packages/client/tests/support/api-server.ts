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

/** One scripted response; `broken` ends the connection before or within the body, or stalls; `silent` sends nothing; `events` is a stream. */
export type ScriptedAnswer =
  | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  | { broken: 'before' | 'within' | 'stalled' }
  | { silent: true }
  | { events: string; end?: 'broken' | 'never' };

/** A running service; `await using` stops it with all its connections. */
export interface ApiServer extends AsyncDisposable {
  url: string;
  requests: ReceivedRequest[];
}

function write(response: ServerResponse, answer: ScriptedAnswer): void {
  if ('silent' in answer) return;
  if ('events' in answer) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answer.events, () => {
      if (answer.end === undefined) response.end();
      if (answer.end === 'broken') response.destroy();
    });
    return;
  }
  if ('broken' in answer) {
    if (answer.broken !== 'before') response.writeHead(200, { 'content-length': 100 }).write('{"taskId":');
    if (answer.broken !== 'stalled') setImmediate(() => response.destroy());
    return;
  }
  const { status, body, headers } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const NO_STREAM = { status: 404, body: { error: { code: 'not_found', message: 'No such resource.' } } };

/**
 * Starts a server on a free port; it sends the responses in their order, and repeats the last. It has no event streams,
 * whose requests it does not record.
 */
export function startApiServer(...script: ScriptedAnswer[]): Promise<ApiServer> {
  return startStreamingServer([], script);
}

/** Starts such a server, which has responses of its own for requests of streams: in their order, then 404. */
export async function startStreamingServer(
  streams: readonly ScriptedAnswer[],
  script: readonly ScriptedAnswer[],
): Promise<ApiServer> {
  const requests: ReceivedRequest[] = [];
  const left = [...streams];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const isStream = url.endsWith('/events');
    if (isStream && streams.length === 0) return write(response, NO_STREAM);
    requests.push({ method, path: url, headers, body: await text(request) });
    if (isStream) return write(response, left.shift() ?? NO_STREAM);
    const polls = requests.filter(({ path }) => !path.endsWith('/events')).length;
    const answer = script[Math.min(polls, script.length) - 1];
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

/** Milliseconds between the queries of one client, such as that of a stream and the poll that follows it. */
const SPACING_MS = 100;

/** Lists the pauses between polls, without those that space the queries of a client. */
export function listPauses({ slept }: { readonly slept: readonly number[] }): number[] {
  return slept.filter((ms) => ms !== SPACING_MS);
}
