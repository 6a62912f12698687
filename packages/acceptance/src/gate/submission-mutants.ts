// Faults of submissions: what is accepted, and how the acceptance is answered.
import {
  answering,
  header,
  inBody,
  type Members,
  onReply,
  onRequest,
  onStatus,
  type ServiceMutant,
  trusting,
  without,
} from './mutant.ts';
import type { ProxiedRequest } from './rewriting-proxy.ts';

const SUBMIT = 'POST /v1/videos/generations';

const INVALID = '{"error":{"code":"invalid_request","message":"No."}}';

function inAcceptance(change: (body: Members) => unknown) {
  return inBody(change, 202);
}

/** Changes the JSON of a submission before the service sees it: what it would refuse is accepted. */
function tolerating(name: string, change: (body: Members, input: Members) => unknown): ServiceMutant {
  return onRequest(name, SUBMIT, (request) => {
    const body = parse(request);
    const changed = body && change(body, Object(body.input));
    if (changed) request.body = Buffer.from(JSON.stringify(changed));
  });
}

/** Refuses submissions that the contract allows. */
function refusing(name: string, isRefused: (input: Members) => boolean): ServiceMutant {
  return onReply(name, SUBMIT, (reply, request) => {
    const input = parse(request)?.input;
    if (reply.status === 202 && isRefused(Object(input)))
      Object.assign(reply, { status: 400, text: INVALID });
  });
}

function parse({ body }: ProxiedRequest): Members | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Sends the body that a key came with first in place of any other. */
function onlyFirstBody() {
  const bodies = new Map<string, Buffer>();
  return (request: ProxiedRequest) => {
    const key = request.headers.get('idempotency-key');
    const first = (key !== null && bodies.get(key)) || request.body;
    if (key !== null) bodies.set(key, first);
    request.body = first;
  };
}

/** The faults. */
export const SUBMISSION_MUTANTS: readonly ServiceMutant[] = [
  onReply(
    'a submission comes with 200',
    SUBMIT,
    onStatus(202, (reply) => (reply.status = 200)),
  ),
  onReply(
    'a submission comes with 201',
    SUBMIT,
    onStatus(202, (reply) => (reply.status = 201)),
  ),
  onReply('a submission is answered nothing', SUBMIT, answering(204, '', { of: 202 })),
  onReply('a submission has no Location', SUBMIT, onStatus(202, header('location'))),
  onReply(
    'Location leads nowhere',
    SUBMIT,
    onStatus(202, header('location', '/v1/tasks/task_00000000000000000000000000')),
  ),
  onReply('a submission does not say when to poll', SUBMIT, onStatus(202, header('retry-after'))),
  onReply('Retry-After is a word', SUBMIT, onStatus(202, header('retry-after', 'soon'))),
  onReply('a submission does not show its limit', SUBMIT, onStatus(202, header('ratelimit'))),
  onReply(
    'a submission lacks its id',
    SUBMIT,
    inAcceptance((body) => without(body, 'taskId')),
  ),
  onReply(
    'a submission has an empty id',
    SUBMIT,
    inAcceptance((body) => ({ ...body, taskId: '' })),
  ),
  onReply(
    'a submission has the id of no task',
    SUBMIT,
    inAcceptance((body) => ({ ...body, taskId: `${body.taskId}0` })),
  ),
  onReply(
    'a submission lacks its credits',
    SUBMIT,
    inAcceptance((body) => without(body, 'credits')),
  ),
  onReply(
    'reserved credits are a fraction',
    SUBMIT,
    inAcceptance((body) => ({ ...body, credits: 0.5 })),
  ),
  onReply(
    'reserved credits are a text',
    SUBMIT,
    inAcceptance((body) => ({ ...body, credits: String(body.credits) })),
  ),
  tolerating('a duration of 16 is accepted', (body, input) =>
    Number(input.duration) > 15 ? { ...body, input: { ...input, duration: 15 } } : undefined,
  ),
  tolerating('an empty prompt is accepted', (body, input) =>
    input.prompt === '' ? { ...body, input: { ...input, prompt: 'a sea' } } : undefined,
  ),
  tolerating('a duration may be a text', (body, input) =>
    typeof input.duration === 'string' ? { ...body, input: { ...input, duration: 5 } } : undefined,
  ),
  tolerating('a seed beyond 32 bits is accepted', (body, input) =>
    Number(input.seed) >= 2 ** 32 ? { ...body, input: { ...input, seed: -1 } } : undefined,
  ),
  tolerating('an unknown model is accepted', (body) =>
    typeof body.model === 'string' && !body.model.startsWith('video-2-0')
      ? { ...body, model: 'video-2-0' }
      : undefined,
  ),
  tolerating('a callback over plain HTTP is accepted', (body) =>
    typeof body.callback_url === 'string' && body.callback_url.startsWith('http:')
      ? without(body, 'callback_url')
      : undefined,
  ),
  refusing('a duration of 15 is refused', ({ duration }) => duration === 15),
  refusing('a false watermark is refused', ({ watermark }) => watermark === false),
  refusing('a prompt of one character is refused', ({ prompt }) => [...String(prompt)].length === 1),
  onRequest('an Idempotency-Key is ignored', SUBMIT, ({ headers }) => headers.delete('idempotency-key')),
  onRequest('an Idempotency-Key is taken with another body', SUBMIT, onlyFirstBody()),
  trusting('a submission needs no key', SUBMIT, (authorization) => authorization === null),
  onReply('a submission without a key is a conflict', SUBMIT, (reply) => {
    if (reply.status === 401) reply.status = 409;
  }),
];
