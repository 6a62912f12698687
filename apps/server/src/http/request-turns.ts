/**
 * Turns of clients at the event loop. Requests that arrive together are otherwise handled in one turn of the loop, and
 * everything else waits for all of them: a second, for thousands of one client.
 */
import type { IncomingMessage, RequestListener } from 'node:http';

/** The longest that requests begin in a turn of the event loop; the last one of them may exceed it. */
const SLICE_MS = 5;

/** Handles requests at once while a turn of the event loop has time for them; of the others, each client begins one in turn. */
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

  return (request, response) => {
    endsMs ??= beginSlice();
    if (waiting.size === 0 && now() < endsMs) return listener(request, response);
    const client = identifyClient(request);
    const begin = () => {
      if (!response.destroyed) listener(request, response);
    };
    const ofClient = waiting.get(client);
    if (ofClient === undefined) waiting.set(client, [begin]);
    else ofClient.push(begin);
  };
}

/** Identifies a client by its credentials; behind a proxy, all have one address. Readers of one address are one client. */
function identifyClient({ headers, url = '' }: IncomingMessage): string {
  return headers.authorization ?? headers.cookie ?? url;
}
