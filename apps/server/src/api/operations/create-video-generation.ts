import type { Handlers } from '@keyframe/contract/hono';
import type { Mode } from '../../db/tables.ts';
import { type SubmissionServices, submitRequest } from '../../tasks/submission.ts';
import type { AppEnv } from '../app-env.ts';
import { responseFields } from '../middleware/authentication.ts';

/** Recommended seconds before a client's first poll (OPEN-1). A sandbox task is ready in about one. */
const POLL_AFTER_SECONDS = { live: 10, test: 1 } as const satisfies Record<Mode, number>;

/** Answers POST /v1/videos/generations (END-1). */
export function createVideoGeneration(
  services: SubmissionServices,
): Handlers<AppEnv>['createVideoGeneration'] {
  return async (context, reply) => {
    const { keyId, ownerId, mode } = context.get('key');
    const idempotencyKey = context.req.valid('header')['Idempotency-Key'];
    const { kind, taskId, credits } = await submitRequest(services, {
      ownerId,
      submitter: keyId,
      mode,
      requestId: context.get('requestId'),
      request: context.req.valid('json'),
      idempotency:
        idempotencyKey === undefined ? undefined : { key: idempotencyKey, body: await context.req.json() },
    });
    return reply({
      status: 202,
      headers: {
        ...responseFields(context),
        Location: `/v1/tasks/${taskId}`,
        'Retry-After': POLL_AFTER_SECONDS[mode],
        ...(kind === 'repeated' && { 'Idempotent-Replayed': true as const }),
      },
      body: { taskId, credits },
    });
  };
}
