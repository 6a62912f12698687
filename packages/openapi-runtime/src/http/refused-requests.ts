import type { Context } from 'hono';

const refused = new WeakSet<Context>();

/** Notes that a request was refused before its handler ran: the response is about the request, not of the handler. */
export function noteRefused(context: Context): void {
  refused.add(context);
}

/** Checks whether a request was rejected before its handler ran. */
export function isRefused(context: Context): boolean {
  return refused.has(context);
}
