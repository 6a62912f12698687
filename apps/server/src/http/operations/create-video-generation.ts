import type { Handlers } from '@keyframe/contract/hono';
import { toTaskInput } from '../../tasks/to-task-input.ts';
import { countAccepted } from '../../telemetry/metrics.ts';
import type { HttpServices } from '../app.ts';
import { ApiError, invalidRequest, rateLimited } from '../errors.ts';
import type { AppEnv } from '../middleware/authentication.ts';
import { checkUrls } from './check-urls.ts';

/** Seconds that a client is asked to wait before its first poll (OPEN-1). */
const POLL_AFTER_SECONDS = 10;

/** Answers POST /v1/videos/generations (END-1). */
export function createVideoGeneration(services: HttpServices): Handlers<AppEnv>['createVideoGeneration'] {
  return async (context, reply) => {
    const { keyId, ownerId, mode } = context.get('access');
    const request = context.req.valid('json');
    const idempotencyKey = context.req.valid('header')['Idempotency-Key'];
    const submission = {
      ownerId,
      keyId,
      mode,
      model: request.model,
      input: toTaskInput(request.input),
      seed: request.input.seed,
      callbackUrl: request.callback_url ?? null,
      idempotency:
        idempotencyKey === undefined ? undefined : { key: idempotencyKey, body: await context.req.json() },
    };
    checkUrls(services.egress, submission);
    const outcome = await services.submitTask(submission);
    switch (outcome.kind) {
      case 'insufficient_credits': {
        const { required, available } = outcome;
        const message = `The task requires ${required} credits (${available} available).`;
        throw new ApiError({ code: 'insufficient_credits', message, required, available });
      }
      case 'idempotency_key_reused':
        throw invalidRequest(
          'Idempotency-Key: must be new (used for a different body within the last 24 hours)',
        );
      case 'too_many_failures': {
        const { retryAfterSeconds } = outcome;
        const message = `The failed tasks of the last 24 hours hold more than 64 MB; retry after ${retryAfterSeconds} seconds.`;
        throw rateLimited(message, retryAfterSeconds);
      }
      default:
        if (outcome.kind === 'accepted') countAccepted({ mode, credits: outcome.credits });
        services.log.info(
          { taskId: outcome.taskId, ownerId, mode, credits: outcome.credits },
          `task ${outcome.kind}`,
        );
        return reply({
          status: 202,
          headers: {
            ...context.get('rateLimitFields'),
            Location: `/v1/tasks/${outcome.taskId}`,
            'Retry-After': POLL_AFTER_SECONDS,
          },
          body: { taskId: outcome.taskId, credits: outcome.credits },
        });
    }
  };
}
