// Faults of balances, models and errors.
import {
  answering,
  header,
  inBody,
  inError,
  type Members,
  onReply,
  onStatus,
  type ServiceMutant,
  trusting,
  without,
} from './mutant.ts';
import type { ProxiedReply } from './rewriting-proxy.ts';

const CREDITS = 'GET /v1/credits';
const MODELS = 'GET /v1/models';

function inFirstModel(change: (model: Members) => unknown) {
  return inBody((body) => {
    const [first, ...others] = body.data as Members[];
    return { ...body, data: [change(first ?? {}), ...others] };
  });
}

function refusingMethods(name: string, change: (reply: ProxiedReply) => void): ServiceMutant {
  return { name, operation: CREDITS, reply: onStatus(405, change) };
}

/** Faults of the operations that only read. */
export const READ_MUTANTS: readonly ServiceMutant[] = [
  onReply(
    'a balance is a text',
    CREDITS,
    inBody((body) => ({ ...body, available: String(body.available) })),
  ),
  onReply(
    'a balance is negative',
    CREDITS,
    inBody((body) => ({ ...body, available: -1 })),
  ),
  onReply(
    'a balance is a fraction',
    CREDITS,
    inBody((body) => ({ ...body, reserved: 0.5 })),
  ),
  onReply(
    'a balance lacks its mode',
    CREDITS,
    inBody((body) => without(body, 'mode')),
  ),
  onReply(
    'a balance lacks what is reserved',
    CREDITS,
    inBody((body) => without(body, 'reserved')),
  ),
  onReply(
    'a balance has an unknown mode',
    CREDITS,
    inBody((body) => ({ ...body, mode: 'demo' })),
  ),
  onReply(
    'a balance is null',
    CREDITS,
    inBody(() => null),
  ),
  onReply(
    'a balance is in a list',
    CREDITS,
    inBody((body) => [body]),
  ),
  onReply(
    'a balance is not JSON',
    CREDITS,
    onStatus(200, (reply) => (reply.text = reply.text.slice(0, -1))),
  ),
  onReply('a balance is text', CREDITS, onStatus(200, header('content-type', 'text/plain'))),
  onReply('a balance has no media type', CREDITS, onStatus(200, header('content-type'))),
  onReply('a balance comes with 201', CREDITS, answering(201, '{}')),
  onReply('a balance comes with 204', CREDITS, answering(204, '')),
  onReply('a balance comes with 418', CREDITS, answering(418, '{}')),
  onReply('a balance is redirected', CREDITS, answering(302, '')),
  onReply('the service fails', CREDITS, answering(500, '{}')),
  onReply(
    'the service shows a page of errors',
    CREDITS,
    answering(502, '<h1>Bad gateway</h1>', { type: 'text/html' }),
  ),
  onReply(
    'models are missing',
    MODELS,
    inBody((body) => without(body, 'data')),
  ),
  onReply(
    'models are an object',
    MODELS,
    inBody((body) => ({ ...body, data: {} })),
  ),
  onReply(
    'a model lacks its id',
    MODELS,
    inFirstModel((model) => without(model, 'id')),
  ),
  onReply(
    'a model has an unknown id',
    MODELS,
    inFirstModel((model) => ({ ...model, id: 'video-9' })),
  ),
  onReply(
    'a price is a text',
    MODELS,
    inFirstModel((model) => ({ ...model, credits_per_second: 'five' })),
  ),
  onReply(
    'a factor is a text',
    MODELS,
    inFirstModel((model) => ({ ...model, video_reference_factor: 'x' })),
  ),
  onReply(
    'an error lacks its code',
    CREDITS,
    inError(401, (error) => without(error, 'code')),
  ),
  onReply(
    'an error lacks its message',
    CREDITS,
    inError(401, (error) => without(error, 'message')),
  ),
  onReply(
    'an error has an unknown code',
    CREDITS,
    inError(401, (error) => ({ ...error, code: 'oops' })),
  ),
  onReply('a 401 does not say how to sign in', CREDITS, onStatus(401, header('www-authenticate'))),
  onReply(
    'a 403 has the code of a 401',
    CREDITS,
    inError(403, (error) => ({ ...error, code: 'invalid_api_key' })),
  ),
  onReply(
    'a 401 shows a stack trace',
    CREDITS,
    inError(401, (error) => ({ ...error, message: 'Error: no key\n    at check (/srv/app/auth.js:12:7)' })),
  ),
  onReply('answers lack their request id', CREDITS, header('x-request-id')),
  trusting('no key is needed', CREDITS, (authorization) => authorization === null),
  trusting('any key will do', CREDITS, () => true),
  trusting(
    'another scheme will do',
    CREDITS,
    (authorization) => authorization?.startsWith('Digest ') ?? false,
  ),
  refusingMethods('a 405 does not say what is allowed', header('allow')),
  refusingMethods('a 405 allows another method', header('allow', 'DELETE')),
  refusingMethods('other methods are answered 200', (reply) => (reply.status = 200)),
];
