/** Turns of owners at large bodies, whose parsing, validation and storage take the event loop and the database for longer. */
import type { Context, Env, MiddlewareHandler } from 'hono';
import { Turns } from '../../turns.ts';
import { SMALL_BODY_BYTES } from '../body-limits.ts';

/** Large bodies at once. They are parsed in one turn of the event loop, and stored in one batch. */
const TOTAL = 8;
/** A turn includes the statements of its request. */
const TIMEOUT_MS = 10_000;

/** Creates the turns of a process at large bodies. */
export function createBodyTurns(): Turns {
  return new Turns({ total: TOTAL, timeoutMs: TIMEOUT_MS });
}

/** A body without a length counts as large. */
function isLarge({ req }: Context): boolean {
  const length = req.header('content-length');
  return length === undefined
    ? req.header('transfer-encoding') !== undefined
    : Number(length) > SMALL_BODY_BYTES;
}

/** Lets requests with a large body go on when it is their owner's turn, after the body has arrived: senders may be slow. */
export function takeBodyTurns<TEnv extends Env>(
  turns: Turns,
  findOwner: (context: Context<TEnv>) => string | undefined,
): MiddlewareHandler<TEnv> {
  return async (context, next) => {
    if (!isLarge(context)) return next();
    const ownerId = findOwner(context);
    if (ownerId === undefined) return next();
    // A body that breaks off is refused when it is parsed.
    await context.req.arrayBuffer().catch(() => undefined);
    return turns.take(ownerId, next);
  };
}
