// Changes of everything but schemas.
import type { JsonObject } from '@keyframe/openapi-model';
import type { ChangeLevel } from '../../src/diff/change.ts';
import { DOCUMENT_RULES, type DocumentRule } from '../../src/diff/document-rules.ts';
import { SECURITY, SERVERS } from './access-cases.ts';
import { createDocument, createOperation, type DocumentRow } from './documents.ts';

/** One change of a document. */
export interface DocumentCase {
  rule: DocumentRow[0];
  title: string;
  before: JsonObject;
  after: JsonObject;
  /** The level of the worst change. */
  worst: ChangeLevel | 'none';
}

function getExpectedLevel(name: DocumentCase['rule']): DocumentCase['worst'] {
  if (name === 'none') return 'none';
  const rule: DocumentRule = DOCUMENT_RULES[name];
  return rule.level;
}

const OK = { description: 'Done.' };
const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const MAP = { type: 'object', additionalProperties: TEXT };
const post = (operation: JsonObject): JsonObject => createOperation(operation);
const query = (more: JsonObject): JsonObject =>
  post({ parameters: [{ name: 'page', in: 'query', schema: TEXT, ...more }] });
const responses = (all: JsonObject): JsonObject => post({ responses: all });
const ok = (more: JsonObject): JsonObject => responses({ '200': { ...OK, ...more } });
const json = (schema: JsonObject, name = 'application/json'): JsonObject => ({
  content: { [name]: { schema } },
});
const body = (content: JsonObject, required = false): JsonObject =>
  post({ requestBody: { required, content } });
const header = (more: JsonObject): JsonObject => ok({ headers: { 'X-Total': { schema: TEXT, ...more } } });
const webhook = (operation: JsonObject): JsonObject =>
  createDocument({ paths: {}, webhooks: { done: { post: { responses: { '200': OK }, ...operation } } } });
const callback = (callbacks: JsonObject): JsonObject => post({ callbacks });
const onDone = (
  expression: string,
  item: JsonObject = { post: { responses: { '200': OK } } },
): JsonObject => ({
  onDone: { [expression]: item },
});
const URL_IN_BODY = '{$request.body#/url}';
const paths = (all: JsonObject): JsonObject => createDocument({ paths: all });
const get = (operation: JsonObject = {}): JsonObject => ({ get: { responses: { '200': OK }, ...operation } });
const item = (name: string): JsonObject => ({
  ...get(),
  parameters: [{ name, in: 'path', required: true, schema: TEXT }],
});
const link = (operationId: string): JsonObject =>
  createOperation(
    {
      responses: {
        '200': { ...OK, links: { next: { operationId, parameters: { page: '$response.body#/next' } } } },
      },
    },
    {
      pathItem: {
        get: { operationId: 'list', responses: { '200': OK } },
        put: { operationId: 'replace', responses: { '200': OK } },
      },
    },
  );
const form = (encoding: JsonObject): JsonObject =>
  body({
    'multipart/form-data': { schema: { type: 'object', properties: { a: TEXT } }, encoding: { a: encoding } },
  });

const OPERATIONS: readonly DocumentRow[] = [
  [
    'operation-added',
    'a method',
    paths({ '/a': get() }),
    paths({ '/a': { ...get(), put: { responses: { '200': OK } } } }),
  ],
  ['operation-added', 'a path', paths({ '/a': get() }), paths({ '/a': get(), '/b': get() })],
  [
    'operation-removed',
    'a method',
    paths({ '/a': { ...get(), put: { responses: { '200': OK } } } }),
    paths({ '/a': get() }),
  ],
  ['operation-removed', 'a path', paths({ '/a': get(), '/b': get() }), paths({ '/a': get() })],
  ['operation-removed', 'a path is renamed', paths({ '/a': get() }), paths({ '/b': get() })],
  [
    'operation-removed',
    'a deprecated operation without a date',
    paths({ '/a': get({ deprecated: true }), '/b': get() }),
    paths({ '/b': get() }),
  ],
  [
    'operation-removed-before-sunset',
    'a deprecated operation',
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2099-01-01' }), '/b': get() }),
    paths({ '/b': get() }),
  ],
  [
    'operation-removed-after-sunset',
    'a deprecated operation',
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2020-01-01' }), '/b': get() }),
    paths({ '/b': get() }),
  ],
  [
    'operation-deprecated',
    'with a date',
    paths({ '/a': get() }),
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2099-01-01' }) }),
  ],
  [
    'operation-deprecated-without-sunset',
    'without a date',
    paths({ '/a': get() }),
    paths({ '/a': get({ deprecated: true }) }),
  ],
  ['operation-undeprecated', 'it stays', paths({ '/a': get({ deprecated: true }) }), paths({ '/a': get() })],
  [
    'sunset-moved-earlier',
    'a year earlier',
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2099-01-01' }) }),
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2098-01-01' }) }),
  ],
  [
    'sunset-moved-later',
    'a year later',
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2098-01-01' }) }),
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2099-01-01' }) }),
  ],
  [
    'sunset-removed',
    'no date',
    paths({ '/a': get({ deprecated: true, 'x-sunset': '2098-01-01' }) }),
    paths({ '/a': get({ deprecated: true }) }),
  ],
  ['operation-id-changed', 'another name', post({ operationId: 'a' }), post({ operationId: 'b' })],
  [
    'path-parameter-renamed',
    'another name of the same segment',
    paths({ '/a/{id}': item('id') }),
    paths({ '/a/{key}': item('key') }),
  ],
  ['none', 'the order of paths', paths({ '/a': get(), '/b': get() }), paths({ '/b': get(), '/a': get() })],
  [
    'none',
    'prose and tags',
    post({ summary: 'a', tags: ['a'] }),
    post({ summary: 'b', description: 'c', tags: ['b'] }),
  ],
];

const PARAMETERS: readonly DocumentRow[] = [
  ['parameter-added', 'optional', post({}), query({})],
  ['parameter-added-required', 'required', post({}), query({ required: true })],
  ['parameter-added-required', 'a header', post({}), query({ in: 'header', name: 'X-A', required: true })],
  [
    'parameter-added-required',
    'at the path item',
    post({}),
    createOperation(
      {},
      { pathItem: { parameters: [{ name: 'a', in: 'query', required: true, schema: TEXT }] } },
    ),
  ],
  ['parameter-removed', 'optional', query({}), post({})],
  ['parameter-became-required', 'a query parameter', query({}), query({ required: true })],
  ['parameter-became-required', 'a cookie', query({ in: 'cookie' }), query({ in: 'cookie', required: true })],
  ['parameter-became-optional', 'a query parameter', query({ required: true }), query({})],
  ['parameter-style-changed', 'explode', query({ schema: LIST }), query({ schema: LIST, explode: false })],
  [
    'parameter-style-changed',
    'content rather than schema',
    query({}),
    post({ parameters: [{ name: 'page', in: 'query', ...json(TEXT) }] }),
  ],
  ['none', 'explode of a single value', query({}), query({ explode: false })],
  [
    'none',
    'explode of a list in a header',
    query({ in: 'header', schema: LIST }),
    query({ in: 'header', schema: LIST, explode: true }),
  ],
  [
    'parameter-style-changed',
    'explode of an object',
    query({ in: 'header', schema: MAP }),
    query({ in: 'header', schema: MAP, explode: true }),
  ],
  [
    'parameter-style-changed',
    'explode of any value',
    query({ schema: {} }),
    query({ schema: {}, explode: false }),
  ],
  [
    'none',
    'explode of a deep object',
    query({ schema: MAP, style: 'deepObject' }),
    query({ schema: MAP, style: 'deepObject', explode: true }),
  ],
  ['parameter-empty-value-refused', 'it may not be empty', query({ allowEmptyValue: true }), query({})],
  ['parameter-empty-value-allowed', 'it may be empty', query({}), query({ allowEmptyValue: true })],
  ['parameter-deprecated', 'deprecated', query({}), query({ deprecated: true })],
  ['parameter-undeprecated', 'no longer deprecated', query({ deprecated: true }), query({})],
  [
    'none',
    'it moves to the path item',
    query({}),
    createOperation({}, { pathItem: { parameters: [{ name: 'page', in: 'query', schema: TEXT }] } }),
  ],
  [
    'none',
    'a header in other letters',
    query({ in: 'header', name: 'X-Page' }),
    query({ in: 'header', name: 'x-page' }),
  ],
  ['none', 'a default in words', query({}), query({ style: 'form', explode: true, required: false })],
];

const BODIES: readonly DocumentRow[] = [
  ['request-body-added', 'optional', post({}), body({ 'application/json': { schema: TEXT } })],
  ['request-body-added-required', 'required', post({}), body({ 'application/json': { schema: TEXT } }, true)],
  ['request-body-removed', 'gone', body({ 'application/json': { schema: TEXT } }), post({})],
  [
    'request-body-became-required',
    'required',
    body({ 'application/json': {} }),
    body({ 'application/json': {} }, true),
  ],
  [
    'request-body-became-optional',
    'optional',
    body({ 'application/json': {} }, true),
    body({ 'application/json': {} }),
  ],
  [
    'request-media-type-added',
    'one more',
    body({ 'application/json': {} }),
    body({ 'application/json': {}, 'text/plain': {} }),
  ],
  [
    'request-media-type-removed',
    'one less',
    body({ 'application/json': {}, 'text/plain': {} }),
    body({ 'application/json': {} }),
  ],
  [
    'request-media-type-removed',
    'a range becomes a type',
    body({ '*/*': {} }),
    body({ 'application/json': {} }),
  ],
  [
    'encoding-changed',
    'another content type',
    form({ contentType: 'text/plain' }),
    form({ contentType: 'application/json' }),
  ],
  [
    'none',
    'a charset that JSON has anyway',
    body({ 'application/json': {} }),
    body({ 'application/json; charset=utf-8': {} }),
  ],
  [
    'none',
    'the same body by reference',
    body({ 'application/json': { schema: TEXT } }),
    createOperation(
      { requestBody: { $ref: '#/components/requestBodies/B' } },
      { components: { requestBodies: { B: { required: false, ...json(TEXT) } } } },
    ),
  ],
  [
    'none',
    'a component is renamed',
    createOperation(
      { requestBody: json({ $ref: '#/components/schemas/A' }) },
      { components: { schemas: { A: TEXT } } },
    ),
    createOperation(
      { requestBody: json({ $ref: '#/components/schemas/B' }) },
      { components: { schemas: { B: TEXT } } },
    ),
  ],
  [
    'none',
    'a component that nobody uses',
    createOperation({}, { components: { schemas: { A: TEXT } } }),
    createOperation({}, { components: { schemas: { A: { type: 'integer' } } } }),
  ],
];

const RESPONSES: readonly DocumentRow[] = [
  ['response-added', 'an error', responses({ '200': OK }), responses({ '200': OK, '404': OK })],
  ['response-success-added', 'a success', responses({ '200': OK }), responses({ '200': OK, '202': OK })],
  ['response-removed', 'an error', responses({ '200': OK, '404': OK }), responses({ '200': OK })],
  ['response-success-removed', 'a success', responses({ '200': OK, '201': OK }), responses({ '200': OK })],
  [
    'none',
    'an error that the default covered',
    responses({ '200': OK, default: OK }),
    responses({ '200': OK, '404': OK, default: OK }),
  ],
  [
    'none',
    'an error that a range covered',
    responses({ '200': OK, '4XX': OK }),
    responses({ '200': OK, '404': OK, '4XX': OK }),
  ],
  [
    'response-media-type-added',
    'one more',
    ok({ content: { 'application/json': {} } }),
    ok({ content: { 'application/json': {}, 'text/plain': {} } }),
  ],
  [
    'response-media-type-removed',
    'one less',
    ok({ content: { 'application/json': {}, 'text/plain': {} } }),
    ok({ content: { 'application/json': {} } }),
  ],
  ['none', 'a range becomes a type', ok(json(TEXT, '*/*')), ok(json(TEXT))],
  ['none', 'a type gets a parameter', ok(json(TEXT)), ok(json(TEXT, 'application/json; version=1'))],
  ['response-media-type-removed', 'another range', ok(json(TEXT, 'text/*')), ok(json(TEXT))],
  ['response-body-added', 'a body', ok({}), ok(json(TEXT))],
  ['response-body-removed', 'no body', ok(json(TEXT)), ok({})],
  ['header-added', 'a header', ok({}), header({})],
  ['header-removed', 'optional', header({}), ok({})],
  ['required-header-removed', 'required', header({ required: true }), ok({})],
  ['header-became-optional', 'optional', header({ required: true }), header({})],
  ['header-became-required', 'required', header({}), header({ required: true })],
  ['header-style-changed', 'explode', header({ schema: MAP }), header({ explode: true, schema: MAP })],
  ['none', 'explode of a single value', header({}), header({ explode: true })],
  ['none', 'explode of a list', header({ schema: LIST }), header({ explode: true, schema: LIST })],
  [
    'link-added',
    'a link',
    createOperation(
      {},
      {
        pathItem: {
          get: { operationId: 'list', responses: { '200': OK } },
          put: { operationId: 'replace', responses: { '200': OK } },
        },
      },
    ),
    link('list'),
  ],
  [
    'link-removed',
    'a link',
    link('list'),
    createOperation(
      {},
      {
        pathItem: {
          get: { operationId: 'list', responses: { '200': OK } },
          put: { operationId: 'replace', responses: { '200': OK } },
        },
      },
    ),
  ],
  ['link-changed', 'to another operation', link('list'), link('replace')],
];

const CALLBACKS: readonly DocumentRow[] = [
  ['callback-added', 'a callback', post({}), callback(onDone(URL_IN_BODY))],
  ['callback-removed', 'a callback', callback(onDone(URL_IN_BODY)), post({})],
  [
    'callback-url-changed',
    'another member',
    callback(onDone(URL_IN_BODY)),
    callback(onDone('{$request.body#/callbackUrl}')),
  ],
  [
    'callback-method-added',
    'PUT',
    callback(onDone(URL_IN_BODY)),
    callback(onDone(URL_IN_BODY, { post: { responses: { '200': OK } }, put: { responses: { '200': OK } } })),
  ],
  [
    'callback-method-removed',
    'PUT',
    callback(onDone(URL_IN_BODY, { post: { responses: { '200': OK } }, put: { responses: { '200': OK } } })),
    callback(onDone(URL_IN_BODY)),
  ],
  ['webhook-added', 'a webhook', createDocument({ paths: {} }), webhook({})],
  ['webhook-removed', 'a webhook', webhook({}), createDocument({ paths: {} })],
  [
    'callback-parameter-added',
    'a required header',
    webhook({}),
    webhook({ parameters: [{ name: 'X-A', in: 'header', required: true, schema: TEXT }] }),
  ],
  [
    'callback-parameter-removed',
    'an optional header',
    webhook({ parameters: [{ name: 'X-A', in: 'header', schema: TEXT }] }),
    webhook({}),
  ],
  [
    'callback-required-parameter-removed',
    'a required header',
    webhook({ parameters: [{ name: 'X-A', in: 'header', required: true, schema: TEXT }] }),
    webhook({}),
  ],
  [
    'callback-parameter-became-optional',
    'a header',
    webhook({ parameters: [{ name: 'X-A', in: 'header', required: true, schema: TEXT }] }),
    webhook({ parameters: [{ name: 'X-A', in: 'header', schema: TEXT }] }),
  ],
  [
    'callback-parameter-became-required',
    'a header',
    webhook({ parameters: [{ name: 'X-A', in: 'header', schema: TEXT }] }),
    webhook({ parameters: [{ name: 'X-A', in: 'header', required: true, schema: TEXT }] }),
  ],
  ['callback-body-added', 'a body', webhook({}), webhook({ requestBody: json(TEXT) })],
  ['callback-body-removed', 'no body', webhook({ requestBody: json(TEXT) }), webhook({})],
  [
    'callback-body-became-optional',
    'optional',
    webhook({ requestBody: { required: true, ...json(TEXT) } }),
    webhook({ requestBody: json(TEXT) }),
  ],
  [
    'callback-body-became-required',
    'required',
    webhook({ requestBody: json(TEXT) }),
    webhook({ requestBody: { required: true, ...json(TEXT) } }),
  ],
  [
    'callback-media-type-added',
    'one more',
    webhook({ requestBody: json(TEXT) }),
    webhook({ requestBody: { content: { 'application/json': { schema: TEXT }, 'text/plain': {} } } }),
  ],
  [
    'callback-media-type-removed',
    'one less',
    webhook({ requestBody: { content: { 'application/json': { schema: TEXT }, 'text/plain': {} } } }),
    webhook({ requestBody: json(TEXT) }),
  ],
  [
    'none',
    'a range of a callback becomes a type',
    webhook({ requestBody: json(TEXT, 'text/*') }),
    webhook({ requestBody: json(TEXT, 'text/csv') }),
  ],
  ['callback-response-added', 'one more', webhook({}), webhook({ responses: { '200': OK, '204': OK } })],
  ['callback-response-removed', 'one less', webhook({ responses: { '200': OK, '204': OK } }), webhook({})],
];

/** Lists the changes of documents. */
export const DOCUMENT_CASES: readonly DocumentCase[] = [
  ...OPERATIONS,
  ...PARAMETERS,
  ...BODIES,
  ...RESPONSES,
  ...CALLBACKS,
  ...SECURITY,
  ...SERVERS,
].map(([rule, title, before, after]) => ({ rule, title, before, after, worst: getExpectedLevel(rule) }));
