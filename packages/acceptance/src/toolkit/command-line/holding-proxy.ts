// A proxy on loopback that holds one response back, so that a test can interrupt a program at that point.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listen } from '@keyframe/test-kit';

/** A response, before its head or within its body. */
export interface HeldResponse {
  readonly method: string;
  readonly path: RegExp;
  readonly isWithinBody?: boolean;
}

/** A running proxy; `await using` stops it with all its connections. */
export interface HoldingProxy extends AsyncDisposable {
  readonly url: string;
  /** Sends requests to this URL. */
  target: string;
  /** Holds the next such response; resolves when the service has sent it. */
  hold(response: HeldResponse): Promise<void>;
  /** Cuts every connection and accepts no request until it is called with false. */
  cut(isCut: boolean): void;
}

export async function startHoldingProxy(): Promise<HoldingProxy> {
  let held: { response: HeldResponse; onHeld: () => void } | undefined;
  let isCut = false;
  let target = '';
  const open = new Set<ServerResponse>();
  const answer = (request: IncomingMessage, incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request;
    const match = held?.response.method === method && held.response.path.test(url) ? held : undefined;
    if (match !== undefined) held = undefined;
    if (match !== undefined && match.response.isWithinBody !== true) {
      incoming.resume().once('end', match.onHeld);
      return;
    }
    response.writeHead(incoming.statusCode ?? 500, incoming.headers);
    if (match === undefined) {
      incoming.pipe(response);
      return;
    }
    incoming.once('data', (chunk: Buffer) => {
      response.write(chunk.subarray(0, chunk.length / 2), () => match.onHeld());
      incoming.resume();
    });
  };
  const server = createServer((request, response) => {
    if (isCut) {
      response.destroy();
      return;
    }
    open.add(response);
    response.once('close', () => open.delete(response));
    const { method, url, headers } = request;
    const outgoing = send(target + url, { method, headers }, (incoming) =>
      answer(request, incoming, response),
    );
    outgoing.once('error', () => response.destroy());
    request.pipe(outgoing);
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    get target() {
      return target;
    },
    set target(url) {
      target = url;
    },
    hold: (response) =>
      new Promise((onHeld) => {
        held = { response, onHeld };
      }),
    cut(value) {
      isCut = value;
      if (isCut) for (const response of open) response.destroy();
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
