// Repeated requests with the same idempotency key.
import { type Conventions, documentsError, findIdempotencyKey } from '@keyframe/openapi-resources';
import type { Call, Outcome } from '../engine.ts';

/** The key of a request, and a text that is the same for the same request. */
interface IdempotentRequest {
  key: string;
  fingerprint: string;
}

// Undefined if the operation documents no key, or the call has none.
function readIdempotencyKey(
  { operation, parameters, body, url }: Call,
  name: string | undefined,
): IdempotentRequest | undefined {
  const value = name === undefined ? undefined : parameters.get(`header:${name}`);
  if (value === undefined) return undefined;
  return {
    key: `${operation.id} ${String(value)}`,
    fingerprint: `${url.pathname}${url.search} ${JSON.stringify(body ?? null)}`,
  };
}

/**
 * Runs a call once for each idempotency key: a repetition gets the first outcome, and another request an error. If the
 * document has no error for it, the other request takes over the key.
 */
export function runOnce(call: Call, conventions: Conventions, run: () => Outcome): Outcome {
  const header = findIdempotencyKey(call.operation, conventions)?.name;
  const request = readIdempotencyKey(call, header);
  if (!request) return run();
  const { world } = call;
  const replay = world.getReplay(request.key);
  if (replay?.fingerprint === request.fingerprint) {
    const { status, body, headers } = replay;
    return { status, body, headers: { ...headers, 'idempotent-replayed': 'true' } };
  }
  if (replay && documentsError(call.operation)) {
    const name = header ?? 'Idempotency-Key';
    const message = `${name}: was used for another request`;
    return { status: 409, problem: { message, member: name } };
  }
  const outcome = run();
  if (outcome.status < 400) {
    const { status, body, headers = {} } = outcome;
    world.addReplay(request.key, { fingerprint: request.fingerprint, status, body, headers });
  }
  return outcome;
}
