// A server on loopback that starts work and reads it, with scripted responses over real HTTP.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';

/** One scripted response; `silent` sends none, `lost` drops the connection once the request has arrived. */
export type Scripted =
  | 'lost'
  | 'silent'
  | { status?: number; body?: unknown; headers?: Readonly<Record<string, string>> };

/** A request as it arrived. */
export interface Arrival {
  line: string;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** A running server; `await using` stops it with all its connections. */
export interface WorkServer extends AsyncDisposable {
  url: string;
  arrivals: Arrival[];
}

/** Starts a server that sends the responses of each request line in their order, and repeats the last. */
export async function startWorkServer(
  scripts: Readonly<Record<string, readonly Scripted[]>>,
): Promise<WorkServer> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const body = await text(request);
    arrivals.push({ line, headers: request.headers, body: body === '' ? undefined : JSON.parse(body) });
    const script = scripts[line] ?? [{ status: 404, body: {} }];
    const count = arrivals.filter((arrival) => arrival.line === line).length;
    const scripted = script[Math.min(count, script.length) - 1];
    if (scripted === 'lost') request.socket.destroy();
    if (scripted === undefined || typeof scripted === 'string') return;
    const { status = 200, headers } = scripted;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(scripted.body ?? {}));
  });
  const listening = await listen(server);
  return { url: listening.url, arrivals, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}
