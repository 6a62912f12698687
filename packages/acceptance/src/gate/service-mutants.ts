// Faults of the service that a client can see, each one alone.
import type { Fault, ProxiedReply, ProxiedRequest } from './rewriting-proxy.ts';

/** A fault, and the operation in which it shows. */
export interface ServiceMutant extends Fault {
  name: string;
  operation: string;
}

const CREDITS = 'GET /v1/credits';
const MODELS = 'GET /v1/models';

type Members = Record<string, unknown>;

function onReply(
  name: string,
  operation: string,
  change: (reply: ProxiedReply, request: ProxiedRequest) => void,
): ServiceMutant {
  const [method, path] = operation.split(' ');
  return {
    name,
    operation,
    reply: (reply, request) => {
      if (request.method === method && request.path.split('?')[0] === path) change(reply, request);
    },
  };
}

function onStatus(status: number, change: (reply: ProxiedReply) => void) {
  return (reply: ProxiedReply) => {
    if (reply.status === status) change(reply);
  };
}

function inBody(change: (body: Members) => unknown) {
  return onStatus(200, (reply) => {
    reply.text = JSON.stringify(change(JSON.parse(reply.text)));
  });
}

function inFirstModel(change: (model: Members) => unknown) {
  return inBody((body) => {
    const [first, ...others] = body.data as Members[];
    return { ...body, data: [change(first ?? {}), ...others] };
  });
}

function inError(status: number, change: (error: Members) => Members) {
  return onStatus(status, (reply) => {
    const body = JSON.parse(reply.text);
    reply.text = JSON.stringify({ ...body, error: change(body.error) });
  });
}

const without = (object: Members, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
const header = (name: string, value?: string) => (reply: ProxiedReply) =>
  value === undefined ? reply.headers.delete(name) : reply.headers.set(name, value);

function answering(status: number, text: string, type = 'application/json') {
  return onStatus(200, (reply) => {
    reply.status = status;
    reply.text = text;
    reply.headers.set('content-type', type);
  });
}

/** Changes the credentials before the service sees them. */
function trusting(name: string, isTrusted: (authorization: string | null) => boolean): ServiceMutant {
  let known: string | undefined;
  return {
    name,
    operation: CREDITS,
    request: ({ headers }) => {
      const authorization = headers.get('authorization');
      known ??= authorization ?? undefined;
      if (known && isTrusted(authorization)) headers.set('authorization', known);
    },
  };
}

function refusingMethods(name: string, change: (reply: ProxiedReply) => void): ServiceMutant {
  return { name, operation: CREDITS, reply: onStatus(405, change) };
}

/** The faults. */
export const SERVICE_MUTANTS: readonly ServiceMutant[] = [
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
  onReply('the service shows a page of errors', CREDITS, answering(502, '<h1>Bad gateway</h1>', 'text/html')),
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
  trusting('no key is needed', (authorization) => authorization === null),
  trusting('any key will do', () => true),
  trusting('another scheme will do', (authorization) => authorization?.startsWith('Digest ') ?? false),
  refusingMethods('a 405 does not say what is allowed', header('allow')),
  refusingMethods('a 405 allows another method', header('allow', 'DELETE')),
  refusingMethods('other methods are answered 200', (reply) => (reply.status = 200)),
];
