// The names that generated modules import, and those that they export in addition to the names of the document.

export const RUNTIME = '@keyframe/openapi-runtime/client';
export const VALIDATION_RUNTIME = '@keyframe/openapi-runtime/validation';
export const WORK_RUNTIME = '@keyframe/openapi-runtime/client-work';
export const WEBHOOKS_RUNTIME = '@keyframe/openapi-runtime/standard-webhooks';

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

const OTHERS = [
  'locateByParameters',
  'locateByUrl',
  'requestCancellation',
  'followStream',
  'readRequestBody',
  'readHeader',
  'readParameter',
  'readFailures',
  'readEnd',
  'ReadingIn',
  'ResultAt',
  'selectResult',
  'requestResult',
  'resumeWork',
  'resumeWorks',
  'startWork',
  'startWorks',
  'createWaitingReader',
  'WorkDefinition',
  'WorksDefinition',

  'BaseOptions',
  'InfiniteQueryOptions',
  'MutationOptions',
  'QueryCallOptions',
  'QueryOptions',
  'infiniteQueryOptions',
  'mutationOptions',
  'queryOptions',
  'BasicCredential',
  'ClientOptions',
  'Credential',
  'Credentials',
  'ItemsOf',
  'OperationIds',
  'PayloadOf',
  'ReceivedWebhook',
  'ServerChoice',
  'UnwrapOptions',
  'WebhookPayload',
  'CALLBACK_SHAPES',
  'CallbackPayload',
  'WEBHOOK_SHAPES',
  'WebhookShape',
  'SECURITY',
  'SERVERS',
  'SecurityDefinition',
  'ServerDefinition',
  'asUuid',
  'authorizeBy',
  'bigInteger',
  'client',
  'dateObject',
  'dateReader',
  'Dates',
  'dated',
  'datedEvent',
  'datedItems',
  'instant',
  'plainDate',
  'writeDates',
  'clientErrors',
  'components',
  'createClient',
  'globalThis',
  'errors',
  'eventStream',
  'isErrorOf',
  'isRefused',
  'isTransient',
  'jsonLines',
  'jsonSequence',
  'multipart',
  'multipartStream',
  'onRelativeServer',
  'onServer',
  'operations',
  'options',
  'paginate',
  'parseDigits',
  'paths',
  'raw',
  'rawOrJson',
  'readAny',
  'readJson',
  'readJsonByClass',
  'readRedirect',
  'received',
  'request',
  'serverUrl',
  'StandardSchema',
  'standardSchema',
  'styled',
  'undefined',
  'unwrapCallback',
  'unwrapWebhook',
  'urlEncoded',
  'validated',
  'validatedItems',
  'webhooks',
  'writeBody',
  'writeCookies',
  'writeDigits',
  'writeHeaders',
  'writeJson',
  'writeKey',
  'writePath',
  'writeQuery',
  'writeStyledPath',
];

/** Names that are reserved: no name of a document may become one of them. */
export const RESERVED: readonly string[] = [
  ...SHARED_VALUES,
  ...SHARED_TYPES,
  ...WORK_VALUES,
  ...WORK_TYPES,
  ...OTHERS,
];

/** Writes the import of the names that a text contains: a call may have been replaced by a shorter one. */
export function importContained(text: string, names: Iterable<string>, from: string): string {
  const words = new Set(text.match(/[\w$]+/g));
  const contained = [...names].filter((name) => words.has(name.replace(/^type /, '')));
  return importLine('import', contained, from);
}

/** Writes an import, or an export from a module; the prefix `type ` marks names of types. */
export function importLine(keyword: 'export' | 'import', names: Iterable<string>, from: string): string {
  const bare = (name: string) => name.replace(/^type /, '');
  const sorted = [...new Set(names)].sort((one, other) => bare(one).localeCompare(bare(other), 'en'));
  if (sorted.length === 0) return '';
  const areTypes = sorted.every((name) => name.startsWith('type '));
  const list = areTypes ? sorted.map(bare) : sorted;
  const head = areTypes ? `${keyword} type` : keyword;
  const line = `${head} { ${list.join(', ')} } from '${from}';\n`;
  return line.length <= 111
    ? line
    : `${head} {\n${list.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}
