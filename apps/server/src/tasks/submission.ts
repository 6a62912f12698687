/** Rules of every submission, by a key or at the console. */
import type { VideoGenerationInput, VideoGenerationRequest } from '@keyframe/contract/hono';
import { type Mode, REFERENCE_FIELDS, type TaskInput } from '../db/tables.ts';
import type { Log } from '../telemetry/log.ts';
import { countAccepted } from '../telemetry/metrics.ts';
import type { AcceptedSubmission, Submission, SubmissionOutcome, SubmitTask } from './submit.ts';

/** Says why SSRF protection forbids a URL; null if it does not. */
export type CheckUrl = (
  url: string,
  rule: { readonly protocols: readonly ['https:'] | readonly ['https:', 'http:'] },
) => string | null;

export interface SubmissionServices {
  readonly submitTask: SubmitTask;
  readonly egress: { readonly check: CheckUrl };
  readonly log: Log;
}

/** A forbidden URL, by its path in the body. */
export interface ForbiddenUrl {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The reason for which a submission is refused. */
export type SubmissionRefusal =
  | Exclude<SubmissionOutcome, AcceptedSubmission>
  | { readonly kind: 'forbidden_urls'; readonly urls: readonly ForbiddenUrl[] };

/** Reports a submission whose form is valid, and that is refused. */
export class SubmissionRefusedError extends Error {
  override readonly name = 'SubmissionRefusedError';
  readonly refusal: SubmissionRefusal;

  constructor(refusal: SubmissionRefusal) {
    super(`The submission was refused: ${refusal.kind}.`);
    this.refusal = refusal;
  }
}

/** A request whose form is valid. */
export interface RequestedTask extends Pick<Submission, 'ownerId' | 'submitter' | 'idempotency'> {
  readonly mode: Mode;
  readonly request: VideoGenerationRequest;
  /** Path of the request in its body; empty if it is the body. */
  readonly within?: ForbiddenUrl['path'];
  /** The id of the HTTP request, for the log. */
  readonly requestId: string;
}

/** Submits a task, or returns the one that a repeated request has submitted. Throws a SubmissionRefusedError. */
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

/** Takes what is rendered from a request. Throws a SubmissionRefusedError that names all forbidden URLs (RES-4, EVT-7). */
export function readTask(
  egress: SubmissionServices['egress'],
  request: VideoGenerationRequest,
  within: ForbiddenUrl['path'] = [],
): { readonly input: TaskInput; readonly callbackUrl: string | null } {
  const task = { input: toTaskInput(request.input), callbackUrl: request.callback_url ?? null };
  const urls = listForbiddenUrls(egress, task).map(({ path, message }) => ({
    path: [...within, ...path],
    message,
  }));
  if (urls.length > 0) throw new SubmissionRefusedError({ kind: 'forbidden_urls', urls });
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
  egress: SubmissionServices['egress'],
  { input, callbackUrl }: { readonly input: TaskInput; readonly callbackUrl: string | null },
): ForbiddenUrl[] {
  const forbidden: ForbiddenUrl[] = [];
  const check = (path: ForbiddenUrl['path'], ...[url, rule]: Parameters<CheckUrl>) => {
    const message = egress.check(url, rule);
    if (message !== null) forbidden.push({ path, message });
  };
  if (callbackUrl !== null) check(['callback_url'], callbackUrl, { protocols: ['https:'] });
  for (const field of REFERENCE_FIELDS) {
    input[field].forEach((url, index) => {
      check(['input', field, index], url, { protocols: ['https:', 'http:'] });
    });
  }
  return forbidden;
}

/** Returns the task of a submission that was accepted, now or before. */
function requireAccepted(outcome: SubmissionOutcome): AcceptedSubmission {
  if ('taskId' in outcome) return outcome;
  throw new SubmissionRefusedError(outcome);
}
