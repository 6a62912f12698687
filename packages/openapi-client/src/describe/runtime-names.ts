// The names of the runtime that generated modules import, and those that the index of a client exports.
import { type Code, PURE, type Reference, reference } from '@keyframe/openapi-tooling/generator';

export const RUNTIME = '@keyframe/openapi-runtime/client';

/** Names a value of the runtime of clients, or `type Name`. */
export function runtime(specifier: string): Reference {
  return reference(RUNTIME, specifier);
}

/** Writes a call of the runtime that has no effect, so that a bundler may drop it. */
export function pureCall(name: string | Reference, ...args: readonly Code[]): Code {
  const callee = typeof name === 'string' ? runtime(name) : name;
  return [PURE, callee, '(', ...args.flatMap((code, index) => (index === 0 ? [code] : [', ', code])), ')'];
}

/** The types of the document. */
export const OPERATIONS = reference('./types.ts', 'type operations');
export const COMPONENTS = reference('./types.ts', 'type components');

/** Names of the runtime that the index of a client exports. */
export const SHARED_VALUES = [
  'ApiError',
  'bind',
  'ClientError',
  'ConfigurationError',
  'extend',
  'isClientError',
  'NetworkError',
  'resultOf',
  'UnexpectedResponseError',
];

export const SHARED_TYPES = [
  'ApiErrorOf',
  'Call',
  'CallOptions',
  'Client',
  'DataOf',
  'Middleware',
  'Page',
  'PageParam',
  'Pages',
  'PageSequence',
  'RequestOf',
  'ResultOf',
];

/** Names of the runtime that the index of a client with asynchronous work exports. */
export const WORK_VALUES = ['awaitOutcome', 'untilCallback', 'WorkFailedError', 'WorkTimeoutError'];
export const WORK_TYPES = ['CancellableWork', 'WaitOptions', 'Work', 'WorkOutcome', 'WorkReading'];

/** Names that the modules of a client declare and the index exports. */
const DECLARED = [
  'CALLBACK_SHAPES',
  'CallbackPayload',
  'ClientOptions',
  'components',
  'createClient',
  'Credentials',
  'isErrorOf',
  'operations',
  'paths',
  'ReceivedWebhook',
  'ServerChoice',
  'unwrapCallback',
  'UnwrapOptions',
  'unwrapWebhook',
  'WEBHOOK_SHAPES',
  'WebhookError',
  'WebhookPayload',
  'webhooks',
];

/** Names that the index exports: no name of a document may become one of them. */
export const EXPORTED: readonly string[] = [
  ...SHARED_VALUES,
  ...SHARED_TYPES,
  ...WORK_VALUES,
  ...WORK_TYPES,
  ...DECLARED,
];
