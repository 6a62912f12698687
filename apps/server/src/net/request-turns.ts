/**
 * Turns of clients at the event loop. Requests that arrive together are otherwise handled in one turn of the loop, and
 * everything else waits for all of them: a second, for thousands of one client.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueue } from '@keyframe/fairness';

/** The longest that requests begin in a turn of the event loop; the last one of them may exceed it. */
const SLICE_MS = 5;
/**
 * Requests that a connection may send ahead of the response to an earlier one (pipelining). Node reads on, however many wait:
 * one connection filled the memory of the process at 180 MB a second.
 */
const MAX_AHEAD = 16;

/** Does work for the client of a request: at once, or when it is the client's turn. */
export type TakeTurn = (request: IncomingMessage, work: () => void) => void;

/**
 * Creates turns in which work begins at once while a turn of the event loop has time for it; of the others, each client begins
 * one in turn.
 */
export function createTurns(now: () => number = () => performance.now()): TakeTurn {
  const waiting = new FairQueue<() => void>();
  /** End of the slice of this turn of the event loop. */
  let endsMs: number | undefined;

  function beginSlice(): number {
    setImmediate(endSlice);
    return now() + SLICE_MS;
  }

  function endSlice(): void {
    endsMs = undefined;
    if (waiting.isEmpty) return;
    endsMs = beginSlice();
    beginNext();
  }

  function beginNext(): void {
    if (endsMs === undefined || now() >= endsMs) return;
    const begin = waiting.take();
    if (begin === undefined) return;
    begin();
    // After the ticks and promises of this request, such as those that read its body: they count as well.
    process.nextTick(queueMicrotask, beginNext);
  }

  return (request, work) => {
    endsMs ??= beginSlice();
    if (waiting.isEmpty && now() < endsMs) work();
    else waiting.add(identifyClient(request), work);
  };
}

/** Handles each request in a turn of its client. The requests of a connection begin one after another. */
export function takeRequestTurns(listener: RequestListener, takeTurn: TakeTurn): RequestListener {
  return oneAtATime((request, response) => {
    takeTurn(request, () => {
      if (!response.destroyed) listener(request, response);
    });
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
