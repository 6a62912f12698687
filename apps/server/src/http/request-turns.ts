/**
 * Turns of clients at the event loop. Requests that arrive together are otherwise handled in one turn of the loop, and
 * everything else waits for all of them: a second, for thousands of one client.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The longest that requests begin in a turn of the event loop; the last one of them may exceed it. */
const SLICE_MS = 5;
/**
 * Requests that a connection may send ahead of the response to an earlier one (pipelining). Node reads on, however many wait:
 * one connection filled the memory of the process at 180 MB a second.
 */
const MAX_AHEAD = 16;

/**
 * Handles requests at once while a turn of the event loop has time for them; of the others, each client begins one in turn.
 * The requests of a connection begin one after another.
 */
export function takeRequestTurns(
  listener: RequestListener,
  now: () => number = () => performance.now(),
): RequestListener {
  const waiting = new Map<string, (() => void)[]>();
  /** End of the slice of this turn of the event loop. */
  let endsMs: number | undefined;

  function beginSlice(): number {
    setImmediate(endSlice);
    return now() + SLICE_MS;
  }

  function endSlice(): void {
    endsMs = undefined;
    if (waiting.size === 0) return;
    endsMs = beginSlice();
    for (const [client, requests] of waiting) {
      if (now() >= endsMs) return;
      // Its client is next again after all others.
      waiting.delete(client);
      const first = requests.shift();
      if (requests.length > 0) waiting.set(client, requests);
      first?.();
    }
  }

  return oneAtATime((request, response) => {
    endsMs ??= beginSlice();
    if (waiting.size === 0 && now() < endsMs) return listener(request, response);
    const client = identifyClient(request);
    const begin = () => {
      if (!response.destroyed) listener(request, response);
    };
    const ofClient = waiting.get(client);
    if (ofClient === undefined) waiting.set(client, [begin]);
    else ofClient.push(begin);
  });
}

/** Begins a request of a connection after the response to the one before it, and closes a connection that sends too many ahead. */
function oneAtATime(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (request, response) => {
    // Node assigns the connection to one response after another.
    if (response.socket !== null) return listener(request, response);
    const { socket } = request;
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > MAX_AHEAD) return socket.destroy();
    ahead.set(socket, count);
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 0) - 1);
      listener(request, response);
    });
  };
}

/** Identifies a client by its credentials; behind a proxy, all have one address. Readers of one address are one client. */
function identifyClient({ headers, url = '' }: IncomingMessage): string {
  return headers.authorization ?? headers.cookie ?? url;
}
