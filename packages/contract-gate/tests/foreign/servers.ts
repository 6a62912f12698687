import { startPrismMock } from './documents.ts';
import { startExpressApp } from './express-app.ts';
import { startFastifyApp } from './fastify-app.ts';
import type { ForeignServer } from './foreign-server.ts';
import { startHonoApp } from './hono-app.ts';
import { startJsonServer } from './json-server-app.ts';

/** A server, and what is wrong with it: each kind of finding was looked at, and is true for the reason given here. */
export interface ForeignSubject {
  start: () => Promise<ForeignServer>;
  known: Readonly<Record<string, string>>;
}

const BROKEN_UTF8 = { 'malformed-body-accepted': 'Its decoder replaces bytes that are not UTF-8.' };
const NO_405 = { 'undocumented-method-accepted': 'Its router answers 404 to other methods of a path.' };

/** Servers that are made of a framework and what users add to it for OpenAPI. */
export const APPS: Readonly<Record<string, ForeignSubject>> = {
  'Express with express-openapi-validator': {
    start: startExpressApp,
    known: {
      ...BROKEN_UTF8,
      'allow-wrong': 'It answers 405 without Allow.',
      'invalid-request-accepted': 'It takes 2026-02-30 for a date.',
      'body-schema': 'It answers with the 2026-02-30 that it took.',
    },
  },
  'Fastify with @fastify/swagger': {
    start: startFastifyApp,
    known: {
      ...BROKEN_UTF8,
      ...NO_405,
      'invalid-request-accepted': 'Its Ajv turns true into 1, 7 into "7", and removes undeclared members.',
    },
  },
  'Hono with @hono/zod-openapi': {
    start: startHonoApp,
    known: {
      ...BROKEN_UTF8,
      ...NO_405,
      'media-type-undocumented': 'It answers broken JSON with plain text.',
      'status-undocumented': 'It answers another media type with 415, which its document does not name.',
    },
  },
  'json-server': {
    start: startJsonServer,
    known: {
      ...NO_405,
      'body-schema': 'It shows what it took.',
      'invalid-request-accepted': 'It checks nothing.',
      'malformed-body-accepted': 'It reads a body that is not there, and other media types than JSON.',
      'server-error': 'It fails on broken JSON and on broken escapes.',
      'stack-trace': 'It shows where it failed.',
    },
  },
};

const MOCK = {
  'allow-wrong': 'It answers 405 without Allow.',
  'body-schema': 'It answers with the examples of the document, some of which their schemas refuse.',
  'created-differs': 'It keeps nothing: every answer is an example.',
  'default-not-applied': 'It keeps nothing.',
  'deleted-readable': 'It keeps nothing.',
  'deleted-twice': 'It keeps nothing.',
  'example-invalid': 'An example of the document shows a writeOnly member in an answer.',
  'filter-ignored': 'It keeps nothing.',
  'head-differs': 'It does not know HEAD.',
  'header-missing': 'It omits headers without an example.',
  'header-schema': 'It makes up values of headers without regard to their schemas.',
  'id-reused': 'It keeps nothing.',
  'invalid-request-accepted': 'Of a body that it cannot read, and of unevaluatedProperties, it says nothing.',
  'example-rejected': 'It refuses what its own validator does not understand.',
  'list-misses': 'It keeps nothing.',
  'list-repeats': 'It keeps nothing.',
  'list-item-differs': 'It keeps nothing.',
  'malformed-body-accepted': 'It takes an empty body for none.',
  'media-type-undocumented': 'It answers errors of its own as application/problem+json.',
  'undocumented-method-accepted': 'It answers other methods with other statuses than 405.',
  'operation-unreached': 'It has no answer to any request of the operation.',
  'page-too-long': 'It keeps nothing.',
  'page-too-short': 'It keeps nothing.',
  'put-keeps-omitted-property': 'It keeps nothing.',
  'read-fails': 'It keeps nothing.',
  'response-failed': 'It ends itself at some bodies, or sends another length than it says.',
  'server-error': 'It fails on what it cannot read.',
  'server-hangs': 'It ended itself, or does not answer a body that comes in parts.',
  'status-undocumented': 'It answers with errors of its own.',
  'total-wrong': 'It keeps nothing.',
  'unauthenticated-accepted': 'It looks whether there are credentials, and not at what they are.',
  'server-stopped': 'A body that is a blank ends its process.',
  'unknown-id-found': 'It keeps nothing.',
  'update-lost': 'It keeps nothing.',
  'update-changes-other-property': 'It keeps nothing.',
  'valid-request-rejected': 'Its validator does not know all of JSON Schema 2020-12.',
};

const createMock = (url: string): ForeignSubject => ({ start: () => startPrismMock(url), known: MOCK });

/** Prism's mocks of documents of other people. */
export const MOCKS: Readonly<Record<string, ForeignSubject>> = {
  'Train Travel': createMock(import.meta.resolve('@readme/oas-examples/3.1/json/train-travel.json')),
  Petstore: createMock(import.meta.resolve('@readme/oas-examples/3.1/json/petstore.json')),
  ShipEngine: createMock(import.meta.resolve('shipengine-openapi/openapi.json')),
};

/** Large documents, before a server that answers every request with an empty object: Prism does not start with them. */
export const BLANKS: Readonly<Record<string, string>> = {
  Figma: import.meta.resolve('@figma/rest-api-spec/openapi/openapi.yaml'),
  GitHub: import.meta.resolve('@octokit/openapi/generated/api.github.com.json'),
};
