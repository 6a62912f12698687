// The names of the runtime that generated modules import, and those that the index of a client exports.
import { type Code, PURE, type Reference, reference, separate } from '@keyframe/openapi-codegen';

export const RUNTIME = '@keyframe/openapi-runtime/client';

/** Names a value of the runtime of clients, or `type Name`. */
export function runtime(specifier: string): Reference {
  return reference(RUNTIME, specifier);
}

/** Writes a call of the runtime that has no effect, so that a bundler may drop it. */
export function pureCall(name: string | Reference, ...args: readonly Code[]): Code {
  const callee = typeof name === 'string' ? runtime(name) : name;
  return [PURE, callee, '(', ...separate(args, ', '), ')'];
}

/** The types of the document. */
export const OPERATIONS = reference('./types.ts', 'type operations');
export const COMPONENTS = reference('./types.ts', 'type components');

/** Names of the runtime that the index of a client exports. */
export const SHARED_NAMES = [
  'ApiError',
  'type ApiErrorOf',
  'bind',
  'type Call',
  'type CallOptions',
  'type Client',
  'ClientError',
  'ConfigurationError',
  'type DataOf',
  'extend',
  'isClientError',
  'type Middleware',
  'NetworkError',
  'type Page',
  'type PageParam',
  'type Pages',
  'type PageSequence',
  'type RequestOf',
  'resultOf',
  'type ResultOf',
  'UnexpectedResponseError',
];

/** Names of the runtime that the index of a client with asynchronous work exports. */
export const WORK_NAMES = [
  'awaitOutcome',
  'type CancellableWork',
  'untilCallback',
  'type WaitOptions',
  'type Work',
  'WorkFailedError',
  'type WorkOutcome',
  'type WorkReading',
  'WorkTimeoutError',
];

/** Names of the runtime that the module of webhooks exports. */
export const WEBHOOK_NAMES = ['type ReceivedWebhook', 'type UnwrapOptions', 'WebhookError'];

/** Names of the types that the index of a client exports. */
export const TYPE_NAMES = ['type components', 'type operations', 'type paths'];
