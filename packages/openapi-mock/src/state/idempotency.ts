// Repeated requests with the same idempotency key.
import type { Operation } from '@keyframe/openapi-model';
import type { Call, Outcome } from '../engine.ts';
import { documentsError } from '../response/responses.ts';

/** The key of a request, and a text that is the same for the same request. */
interface IdempotentRequest {
  key: string;
  fingerprint: string;
}

// Undefined if the operation documents no key, or the call has none.
function readIdempotencyKey({ operation, parameters, body, url }: Call): IdempotentRequest | undefined {
  const name = findKeyName(operation);
  const value = name === undefined ? undefined : parameters.get(`header:${name}`);
  if (value === undefined) return undefined;
  return {
    key: `${operation.id} ${String(value)}`,
    fingerprint: `${url.pathname}${url.search} ${JSON.stringify(body ?? null)}`,
  };
}

function findKeyName({ parameters }: Operation): string | undefined {
  return parameters.find(
    ({ location, name }) => location === 'header' && /^(?:x-)?idempotency-key$/i.test(name),
  )?.name;
}

/**
 * Runs a call once for each idempotency key: a repetition gets the first outcome, and another request an error. If the
 * document has no error for it, the other request takes over the key.
 */
export function runOnce(call: Call, run: () => Outcome): Outcome {
  const request = readIdempotencyKey(call);
  if (!request) return run();
  const { world } = call;
  const replay = world.getReplay(request.key);
  if (replay?.fingerprint === request.fingerprint) {
    const { status, body, headers } = replay;
    return { status, body, headers: { ...headers, 'idempotent-replayed': 'true' } };
  }
  if (replay && documentsError(call.operation)) {
    const name = findKeyName(call.operation) ?? 'Idempotency-Key';
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
