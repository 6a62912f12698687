import { expect, test } from 'vitest';
import type { Response } from './contract.ts';
import { conforms, contract, isValid, operation } from './contract.ts';

const SHARED = {
  400: 'invalid_request',
  401: 'invalid_api_key',
  403: 'forbidden',
  429: 'rate_limited',
  500: 'internal_error',
};
const ERRORS = {
  createVideoGeneration: { ...SHARED, 402: 'insufficient_credits' },
  listTasks: SHARED,
  getTask: { ...SHARED, 404: 'not_found' },
  streamTaskEvents: { ...SHARED, 404: 'not_found' },
  listTaskDeliveries: { ...SHARED, 404: 'not_found' },
  listSandboxCallbacks: SHARED,
  getCredits: SHARED,
  listModels: SHARED,
};
const CODES = [...new Set(Object.values(ERRORS).flatMap((codes) => Object.values(codes)))];

/** Creates an error with all members that any code may require. */
function anError(code: string) {
  return { error: { code, message: 'No', required: 50, available: 12, retry_after: 12 } };
}

function without(code: string, field: string) {
  const { error } = anError(code);
  return { error: Object.fromEntries(Object.entries(error).filter(([key]) => key !== field)) };
}

function getResponse(operationId: string, status: number | string): Response {
  const response = operation(operationId).responses[status];
  if (!response) throw new Error(`${operationId} has no response ${status}`);
  return response;
}

const errorResponses = Object.entries(ERRORS).flatMap(([operationId, codes]) =>
  Object.entries(codes).map(([status, code]) => ({ operationId, status, code })),
);

test('PUR-5 every request and every response with a body is JSON', () => {
  for (const id of ['createVideoGeneration', 'getTask', 'taskCompleted', 'taskFailed']) {
    const { requestBody, responses } = operation(id);
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.keys(body?.content ?? {}),
    );
    expect(new Set(bodies)).toEqual(new Set(['application/json']));
  }
});

test('RES-1 every operation requires an API key as bearer token', () => {
  expect(contract.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } });
  for (const id of Object.keys(ERRORS)) {
    expect(operation(id).security.map((requirement) => Object.keys(requirement))).toEqual([['apiKey']]);
  }
});

test('RES-2 the creation requires a body of application/json and nothing else', () => {
  const { requestBody } = operation('createVideoGeneration');
  expect(requestBody?.required).toBe(true);
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json']);
});

test('END-1 VER-1 POST /v1/videos/generations creates a task', () => {
  expect(contract.paths['/v1/videos/generations']?.post?.operationId).toBe('createVideoGeneration');
  expect(getResponse('createVideoGeneration', 202).content).toBeDefined();
});

test('END-3 VER-1 GET /v1/tasks/{id} returns the record of a task and takes no body', () => {
  const get = operation('getTask');
  expect(contract.paths['/v1/tasks/{id}']?.get).toBe(get);
  expect(get.requestBody).toBeUndefined();
  expect(get.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'Prefer', in: 'header', required: false },
  ]);
  expect(getResponse('getTask', 200).content?.['application/json']?.schema).toBe(
    contract.components.schemas.Task,
  );
});

test('VER-1 every path is under /v1/', () => {
  expect(Object.keys(contract.paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
});

test.each([
  { id: 'END-2', operationId: 'createVideoGeneration' as const, success: '202' },
  { id: 'END-4', operationId: 'getTask' as const, success: '200' },
])('$id $operationId answers its success and its errors, and no other status', ({ operationId, success }) => {
  const statuses = Object.keys(operation(operationId).responses);
  expect(statuses.sort()).toEqual([success, ...Object.keys(ERRORS[operationId])].sort());
});

test.each(errorResponses)(
  'ERR-1 ERR-5 $operationId answers $status with $code only',
  ({ operationId, status, code }) => {
    const schema = getResponse(operationId, status).content?.['application/json']?.schema ?? {};
    for (const candidate of CODES)
      expect(isValid(schema, anError(candidate)), candidate).toBe(candidate === code);
    for (const body of [
      without(code, 'message'),
      without(code, 'code'),
      {},
      { error: null },
      anError(code).error,
    ]) {
      expect(isValid(schema, body), JSON.stringify(body)).toBe(false);
    }
  },
);

test('ERR-5 there are seven codes and no other', () => {
  expect(CODES).toHaveLength(7);
  for (const code of CODES) expect(conforms('Error', anError(code))).toBe(true);
  for (const code of ['teapot', '', null]) expect(conforms('Error', anError(String(code)))).toBe(false);
});

test('ERR-2 insufficient_credits adds the integers required and available', () => {
  for (const field of ['required', 'available']) {
    expect(conforms('Error', without('insufficient_credits', field))).toBe(false);
    for (const value of ['50', 1.5, -1, null]) {
      const { error } = anError('insufficient_credits');
      expect(conforms('Error', { error: { ...error, [field]: value } })).toBe(false);
    }
  }
});

test('ERR-3 retry_after, in seconds, is always on rate_limited and may be on internal_error', () => {
  expect(conforms('Error', without('rate_limited', 'retry_after'))).toBe(false);
  expect(conforms('Error', without('internal_error', 'retry_after'))).toBe(true);
  for (const code of ['rate_limited', 'internal_error']) {
    for (const retry_after of ['12', 0.5, 0, null]) {
      expect(conforms('Error', { error: { ...anError(code).error, retry_after } })).toBe(false);
    }
  }
});

test('ERR-4 rate_limited includes Retry-After in whole seconds', () => {
  for (const id of Object.keys(ERRORS)) {
    const header = getResponse(id, 429).headers?.['Retry-After'];
    expect(header?.required).toBe(true);
    expect(isValid(header?.schema ?? {}, 12)).toBe(true);
    expect(isValid(header?.schema ?? {}, 0)).toBe(false);
  }
});

test('AUT-3 a missing, invalid, expired or revoked key is challenged with 401', () => {
  for (const id of Object.keys(ERRORS)) {
    expect(getResponse(id, 401).headers?.['WWW-Authenticate']).toMatchObject({ required: true });
  }
});

test('AUT-4 each operation names its required scope, without which it returns 403', () => {
  expect(operation('createVideoGeneration').security).toEqual([{ apiKey: ['videos:create'] }]);
  for (const id of [
    'listTasks',
    'getTask',
    'streamTaskEvents',
    'listTaskDeliveries',
    'listSandboxCallbacks',
    'getCredits',
    'listModels',
  ]) {
    expect(operation(id).security).toEqual([{ apiKey: ['tasks:read'] }]);
  }
});

test('END-4 a status query returns 400 only if it is invalid HTTP, before any limit counts it', () => {
  const { description, headers } = getResponse('getTask', 400);
  expect(description).toMatch(/cannot be read as HTTP/);
  expect(Object.keys(headers ?? {})).toEqual(['X-Request-Id']);
});

test('END-2 a 400 of a submission contains the rate limits unless the request is invalid HTTP', () => {
  const { headers } = getResponse('createVideoGeneration', 400);
  expect(headers).toMatchObject({ RateLimit: { required: false }, 'RateLimit-Policy': { required: false } });
});

test.each(Object.keys(ERRORS))('every response of %s has a request id', (id) => {
  for (const [status, { headers }] of Object.entries(operation(id).responses)) {
    expect(headers?.['X-Request-Id'], status).toMatchObject({ required: true });
  }
});

test('every success may announce the deprecation of its operation and its end', () => {
  for (const [id, success] of [
    ['createVideoGeneration', 202],
    ['getTask', 200],
  ] as const) {
    const { headers } = getResponse(id, success);
    expect(headers).toMatchObject({ Deprecation: { required: false }, Sunset: { required: false } });
  }
});

test('invalid_request may name the invalid parameter', () => {
  const { error } = anError('invalid_request');
  expect(conforms('Error', { error: { ...error, param: '/input/prompt' } })).toBe(true);
  for (const param of ['', 1, null]) expect(conforms('Error', { error: { ...error, param } })).toBe(false);
});

test('every response to an authenticated request contains the rate limits', () => {
  const authenticated = Object.keys(ERRORS).flatMap((id) =>
    Object.entries(operation(id).responses).filter(([status]) => !['400', '401', '500'].includes(status)),
  );
  for (const [status, { headers }] of authenticated) {
    expect(headers, status).toMatchObject({
      RateLimit: { required: true },
      'RateLimit-Policy': { required: true },
    });
  }
});
