/** Turns of owners at large bodies, whose parsing, validation and storage take the event loop and the database for longer. */

import { Turns } from '@keyframe/fairness';
import type { OperationRequest, Stage } from '@keyframe/openapi-runtime/server';
import type { Context, Env } from 'hono';
import { SMALL_BODY_BYTES } from '../body-limits.ts';

/** Large bodies at once. They are parsed in one turn of the event loop, and stored in one batch. */
const TOTAL = 8;
/** A turn includes the statements of its request. */
const TIMEOUT_MS = 10_000;

/** Creates the turns of a process at large bodies. */
export function createBodyTurns(): Turns {
  return new Turns({ total: TOTAL, timeoutMs: TIMEOUT_MS });
}

/** Creates the stage that lets requests with a large body go on when it is their owner's turn, after the body has arrived. */
export function takeBodyTurns<TEnv extends Env>(
  turns: Turns,
  findOwner: (context: Context<TEnv>) => string | undefined,
): Stage<TEnv> {
  return (request) => {
    const ownerId = isLarge(request) ? findOwner(request.context) : undefined;
    if (ownerId === undefined) return undefined;
    request.within((rest) => turns.take(ownerId, rest));
    // Senders may be slow. A body that breaks off is refused when it is parsed.
    return request.context.req.arrayBuffer().then(
      () => undefined,
      () => undefined,
    );
  };
}

/** A body without a length counts as large. */
function isLarge<TEnv extends Env>(request: OperationRequest<TEnv>): boolean {
  const length = request.header('content-length');
  return length === undefined
    ? request.header('transfer-encoding') !== undefined
    : Number(length) > SMALL_BODY_BYTES;
}
