/** What may be submitted: the rules of every submission, by a key or at the console. */
import type { VideoGenerationInput, VideoGenerationRequest } from '@keyframe/contract/hono';
import { type Mode, REFERENCE_FIELDS, type TaskInput } from '../db/tables.ts';
import type { Egress } from '../egress/index.ts';
import {
  ApiError,
  type FieldProblem,
  invalidFields,
  invalidRequest,
  tooManyFailures,
} from '../http/errors.ts';
import type { Log } from '../telemetry/log.ts';
import { countAccepted } from '../telemetry/metrics.ts';
import type { AcceptedSubmission, Submission, SubmissionOutcome, SubmitTask } from './submit.ts';

export interface SubmissionServices {
  readonly submitTask: SubmitTask;
  readonly egress: Pick<Egress, 'check'>;
  readonly log: Log;
}

/** A request whose form is valid. */
export interface RequestedTask extends Pick<Submission, 'ownerId' | 'submitter' | 'idempotency'> {
  readonly mode: Mode;
  readonly request: VideoGenerationRequest;
  /** Path of the request in its body; empty if it is the body. */
  readonly within?: FieldProblem['path'];
  /** The id of the HTTP request, for the log. */
  readonly requestId: string;
}

/** Submits a task, or returns the one that a repeated request has submitted. Throws an ApiError. */
export async function submitRequest(
  { egress, submitTask, log }: SubmissionServices,
  { request, within, requestId, ...submitter }: RequestedTask,
): Promise<AcceptedSubmission> {
  const { ownerId, mode } = submitter;
  const { model } = request;
  const { seed } = request.input;
  const submission = { ...submitter, model, seed, ...readTask(egress, request, within) };
  const accepted = requireAccepted(await submitTask(submission));
  const { kind, taskId, credits } = accepted;
  if (kind === 'accepted') countAccepted({ mode, credits });
  log.info({ requestId, taskId, ownerId, mode, credits }, `task ${kind}`);
  return accepted;
}

/** Takes what is rendered from a request. Throws an ApiError that names all URLs that the service may not reach (RES-4, EVT-7). */
export function readTask(
  egress: Pick<Egress, 'check'>,
  request: VideoGenerationRequest,
  within: FieldProblem['path'] = [],
): { readonly input: TaskInput; readonly callbackUrl: string | null } {
  const task = { input: toTaskInput(request.input), callbackUrl: request.callback_url ?? null };
  const problems = listForbiddenUrls(egress, task).map(({ path, message }) => ({
    path: [...within, ...path],
    message,
  }));
  if (problems.length > 0) throw invalidFields(problems);
  return task;
}

/** Takes what the mode renders from a validated input; references that the mode ignores are dropped (RES-19, RES-21). */
function toTaskInput(input: VideoGenerationInput): TaskInput {
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

/** Lists the URLs of a task that SSRF protection forbids, which no schema can express. */
function listForbiddenUrls(
  egress: Pick<Egress, 'check'>,
  { input, callbackUrl }: { readonly input: TaskInput; readonly callbackUrl: string | null },
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (
    path: FieldProblem['path'],
    url: string,
    protocols: Parameters<Egress['check']>[1]['protocols'],
  ) => {
    const message = egress.check(url, { protocols });
    if (message !== null) problems.push({ path, message });
  };
  if (callbackUrl !== null) check(['callback_url'], callbackUrl, ['https:']);
  for (const field of REFERENCE_FIELDS) {
    input[field].forEach((url, index) => {
      check(['input', field, index], url, ['https:', 'http:']);
    });
  }
  return problems;
}

/** Returns the task of a submission that was accepted, now or before; throws the error of one that was not. */
function requireAccepted(outcome: SubmissionOutcome): AcceptedSubmission {
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
