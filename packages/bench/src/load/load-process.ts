// RPC process: sends loads by a connection for each client. An HTTP client of a library would take as long for a request as
// the server.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveParent } from '../process/serve-parent.ts';
import type { Load, LoadRequest, LoadResult } from './load.ts';
import { ResponseReader } from './response-reader.ts';

/** Deals requests out to connections, so that no two of them use one key at the same time. */
function deal({ url, requests, connections }: Load, connection: number): Buffer[] {
  const own = requests.filter((_, index) => index % connections === connection);
  if (own.length === 0) throw new RangeError(`There are fewer requests than ${connections} connections.`);
  return own.map((request) => encode(request, new URL(url).host));
}

function encode({ method, path, headers, body = '' }: LoadRequest, host: string): Buffer {
  const length = method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {};
  const fields = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...fields, '', body].join('\r\n'));
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

async function send(load: Load): Promise<LoadResult> {
  const answers: Record<string, number> = {};
  let left = load.amount;
  const dealt = Array.from({ length: load.connections }, (_, connection) => deal(load, connection));
  const sockets = await Promise.all(dealt.map(() => open(load.url)));
  const startedAt = performance.now();
  await Promise.all(
    sockets.map((socket, connection) =>
      exchange(socket, {
        next: (turn) => {
          left -= 1;
          const requests = dealt[connection] ?? [];
          return left < 0 ? undefined : requests[turn % requests.length];
        },
        note: (status) => {
          answers[status] = (answers[status] ?? 0) + 1;
        },
      }),
    ),
  );
  const elapsedMs = performance.now() - startedAt;
  for (const socket of sockets) socket.destroy();
  return { elapsedMs, answers };
}

interface Exchange {
  /** Returns the request of a turn; undefined after the last one. */
  readonly next: (turn: number) => Buffer | undefined;
  readonly note: (status: number) => void;
}

/** Sends one request after another, each after the whole response to the one before. */
function exchange(socket: Socket, { next, note }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader();
    let turn = 0;
    const sendNext = () => {
      const request = next(turn);
      turn += 1;
      if (request === undefined) resolve();
      else socket.write(request);
    };
    socket.setEncoding('latin1').on('data', (text) => {
      try {
        const status = reader.read(text.toString());
        if (status === undefined) return;
        note(status);
        sendNext();
      } catch (error) {
        reject(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${socket.remoteAddress} closed a connection.`)));
    sendNext();
  });
}

serveParent(send);
