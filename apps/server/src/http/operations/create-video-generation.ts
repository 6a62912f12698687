import type { Handlers, VideoGenerationInput, VideoGenerationRequest } from '@keyframe/contract/hono';
import type { RequestKey } from '../../auth/authentication.queries.ts';
import { type Mode, REFERENCE_FIELDS, type TaskInput } from '../../db/tables.ts';
import type { Egress } from '../../egress/index.ts';
import type { AcceptedSubmission, Submission, SubmissionOutcome, SubmitTask } from '../../tasks/submit.ts';
import type { Log } from '../../telemetry/log.ts';
import { countAccepted } from '../../telemetry/metrics.ts';
import type { AppEnv } from '../app-env.ts';
import { ApiError, type FieldProblem, invalidFields, invalidRequest, tooManyFailures } from '../errors.ts';

/** Recommended seconds before a client's first poll (OPEN-1). A sandbox task is ready in about one. */
const POLL_AFTER_SECONDS = { live: 10, test: 1 } as const satisfies Record<Mode, number>;

export interface SubmissionServices {
  readonly submitTask: SubmitTask;
  readonly egress: Pick<Egress, 'check'>;
  readonly log: Log;
}

/** A request that was validated. */
export interface ValidSubmission extends Pick<Submission, 'idempotency'> {
  readonly key: RequestKey;
  readonly requestId: string;
  readonly request: VideoGenerationRequest;
}

/** Answers POST /v1/videos/generations (END-1). */
export function createVideoGeneration(
  services: SubmissionServices,
): Handlers<AppEnv>['createVideoGeneration'] {
  return async (context, reply) => {
    const idempotencyKey = context.req.valid('header')['Idempotency-Key'];
    const { headers, ...parts } = await acceptSubmission(services, {
      key: context.get('key'),
      requestId: context.get('requestId'),
      request: context.req.valid('json'),
      idempotency:
        idempotencyKey === undefined ? undefined : { key: idempotencyKey, body: await context.req.json() },
    });
    return reply({ ...parts, headers: { ...context.get('rateLimitFields'), ...headers } });
  };
}

/** Submits the task of a request; returns the reply without the limits of its key, or throws an ApiError. */
export async function acceptSubmission(
  { egress, submitTask, log }: SubmissionServices,
  { key, requestId, request, idempotency }: ValidSubmission,
) {
  const { keyId, ownerId, mode } = key;
  const submission = {
    ownerId,
    submitter: keyId,
    mode,
    model: request.model,
    input: toTaskInput(request.input),
    seed: request.input.seed,
    callbackUrl: request.callback_url ?? null,
    idempotency,
  };
  checkUrls(egress, submission);
  const { kind, taskId, credits } = requireAccepted(await submitTask(submission));
  if (kind === 'accepted') countAccepted({ mode, credits });
  log.info({ requestId, taskId, ownerId, mode, credits }, `task ${kind}`);
  return {
    status: 202,
    headers: {
      Location: `/v1/tasks/${taskId}`,
      'Retry-After': POLL_AFTER_SECONDS[mode],
      'X-Request-Id': requestId,
      ...(kind === 'repeated' && { 'Idempotent-Replayed': true as const }),
    },
    body: { taskId, credits },
  } as const;
}

/** Gives the task of a submission that was accepted, now or before; throws the error of one that was not. */
export function requireAccepted(outcome: SubmissionOutcome): AcceptedSubmission {
  switch (outcome.kind) {
    case 'insufficient_credits': {
      const { required, available } = outcome;
      const message = `The task requires ${required} credits (${available} available).`;
      throw new ApiError({ code: 'insufficient_credits', message, required, available });
    }
    case 'idempotency_key_reused':
      throw invalidRequest(
        'Idempotency-Key: must be new (used for a different body within the last 24 hours)',
        'Idempotency-Key',
      );
    case 'too_many_failures':
      throw tooManyFailures(outcome.retryAfterSeconds);
    default:
      return outcome;
  }
}

/** Takes what the mode renders from a validated input; references that the mode ignores are dropped (RES-19, RES-21). */
export function toTaskInput(input: VideoGenerationInput): TaskInput {
  const isReference = input.generation_type === 'reference-to-video';
  return {
    generation_type: input.generation_type,
    prompt: input.prompt,
    image_urls: input.generation_type === 'text-to-video' ? [] : (input.image_urls ?? []),
    video_urls: isReference ? (input.video_urls ?? []) : [],
    audio_urls: isReference ? (input.audio_urls ?? []) : [],
    duration: input.duration,
    aspect_ratio: input.aspect_ratio,
    resolution: input.resolution,
    generate_audio: input.generate_audio,
    watermark: input.watermark,
    web_search: input.web_search,
    return_last_frame: input.return_last_frame,
  };
}

/**
 * SSRF protection at submission, which no schema can express: refuses all forbidden URLs at once (RES-4, EVT-7).
 * @param within where the body holds the request
 */
export function checkUrls(
  egress: Pick<Egress, 'check'>,
  { input, callbackUrl }: { readonly input: TaskInput; readonly callbackUrl: string | null },
  within: FieldProblem['path'] = [],
): void {
  const problems: FieldProblem[] = [];
  const check = (
    path: FieldProblem['path'],
    url: string,
    protocols: Parameters<Egress['check']>[1]['protocols'],
  ) => {
    const message = egress.check(url, { protocols });
    if (message !== null) problems.push({ path: [...within, ...path], message });
  };
  if (callbackUrl !== null) check(['callback_url'], callbackUrl, ['https:']);
  for (const field of REFERENCE_FIELDS) {
    input[field].forEach((url, index) => {
      check(['input', field, index], url, ['https:', 'http:']);
    });
  }
  if (problems.length > 0) throw invalidFields(problems);
}
