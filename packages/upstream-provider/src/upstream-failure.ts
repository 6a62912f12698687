/** Meaning of a failure upstream for the task here: its reason, or a retry. */
import { ApiError, NetworkError, UnexpectedResponseError } from '@keyframe/client';
import { GenerationFailedError } from '@keyframe/generation-provider';

/** Reasons that mean the same here; upstream's set is open, and one that nobody here knows explains nothing. */
const SHARED_REASONS = new Set(['provider_failed', 'timed_out', 'invalid_material', 'content_rejected']);

/** Makes the failure of a task that upstream accepted and then failed. */
export function upstreamFailure(upstreamId: string, reason: string): GenerationFailedError {
  const known = SHARED_REASONS.has(reason) ? reason : 'provider_failed';
  return new GenerationFailedError(known, `Upstream failed ${upstreamId}: ${reason}.`);
}

/** Makes the failure of a task that upstream refuses; the customer of this server can do nothing about any of them. */
export function upstreamRefusal(cause: unknown): GenerationFailedError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new GenerationFailedError('provider_failed', `Upstream refuses the task: ${why}`, { cause });
}

/** Reports whether a retry may succeed (ERR-5): upstream is away, overloaded or limits the rate. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (error instanceof ApiError) return error.code === 'rate_limited' || error.code === 'internal_error';
  if (!(error instanceof UnexpectedResponseError)) return false;
  // Without a status the answer broke off within its body, or something in between made it up.
  return error.status === undefined || error.status === 429 || error.status >= 500;
}

/** Reports whether the operator has to act: the key was revoked, lacks a scope, or has no credits left. */
export function needsOperator(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return ['invalid_api_key', 'forbidden', 'insufficient_credits'].includes(error.code);
}
