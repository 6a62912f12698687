// Wording of findings about documents, as users read it. Each row is a mistake and the message that it gets.
import { mkdtempDisposableSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonValue, readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { inspectGeneration } from './generate.ts';
import { write } from './project.ts';

const query = (parameter: object) => ({
  paths: {
    '/a': {
      get: { operationId: 'a', responses: {}, parameters: [{ name: 'p', in: 'query', ...parameter }] },
    },
  },
});
const get = (operationId: string, others: object = {}) => ({
  get: { operationId, responses: {}, ...others },
});
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

test.each<[string, object, string]>([
  [
    'a boolean bound',
    { components: { schemas: { A: { exclusiveMinimum: true, minimum: 2 } } } },
    '#/components/schemas/A/exclusiveMinimum "exclusiveMinimum" must be a number in OpenAPI 3.1 (got true). Write the bound itself: "exclusiveMinimum": 2. --lenient accepts it.',
  ],
  [
    'a duplicate operationId',
    { paths: { '/a': get('a'), '/b': get('a') } },
    '#/paths/~1b/get Duplicate operationId "a": #/paths/~1a/get has it, too. Give each operation its own. --lenient accepts it.',
  ],
  [
    'a reference to another kind',
    {
      components: {
        schemas: { A: { $ref: '#/components/parameters/P' } },
        parameters: { P: { name: 'p', in: 'query', schema: {} } },
      },
    },
    '#/components/schemas/A/$ref The reference #/components/parameters/P must lead to a schema (got a parameter). Refer to an object of the right kind.',
  ],
  [
    'a reference in place of a map',
    { components: { schemas: { $ref: '#/x' } }, x: {} },
    '#/components/schemas/$ref "schemas" must be a map of named objects (got a reference to one). Refer to each object by its name. --lenient accepts it.',
  ],
  [
    'a range of statuses in lower case',
    { paths: { '/a': get('a', { responses: { '4xx': { description: 'b' } } }) } },
    '#/paths/~1a/get/responses/4xx "4xx" is not a status code. Write "4XX". --lenient accepts it.',
  ],
  [
    'a style of another location',
    query({ style: 'matrix', schema: { type: 'string' } }),
    '#/paths/~1a/get/parameters/0 A query parameter cannot have the style "matrix". Allowed are: form, spaceDelimited, pipeDelimited, deepObject. --lenient accepts it.',
  ],
  [
    'a delimiter for a single value',
    query({ style: 'pipeDelimited', schema: { type: 'integer' } }),
    '#/paths/~1a/get/parameters/0 The style "pipeDelimited" needs a list or an object (got a number). Use "form".',
  ],
  [
    'a deep object of a scalar',
    query({ style: 'deepObject', schema: { type: ['string', 'integer'] } }),
    '#/paths/~1a/get/parameters/0 The style "deepObject" needs an object or a list (got a number or a string). Use "form". --lenient accepts it.',
  ],
  [
    'types that clash in a style',
    query({ schema: { type: 'array', items: OBJECT } }),
    '#/paths/~1a/get/parameters/0/schema The style "form", exploded, cannot represent an object in a list unambiguously. Allowed are single values, flat lists and flat objects; use "deepObject" for what nests, or "content" with application/json. --lenient accepts it.',
  ],
  [
    'several media types of a parameter',
    query({ content: { 'text/xml': { schema: OBJECT } } }),
    '#/paths/~1a/get/parameters/0/content/text~1xml A parameter or header must have exactly one media type, of JSON or text, (got text/xml). Use application/json.',
  ],
])('%s', async (name, parts, message) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'openapi-messages-'));
  const path = join(folder.path, `${name.replaceAll(' ', '-')}.json`);
  const head = { openapi: '3.1.1', info: { title: 'A', version: '1' } };
  const paths = { '/fine': { get: { responses: {} } }, ...Object(parts).paths };
  await writeFile(path, JSON.stringify({ ...head, ...parts, paths }));
  const error = await write({ document: path, out: join(folder.path, 'out') }).catch((reason) => reason);
  const err: string = error.message;
  const lines = err.split('\n').filter((line) => !line.startsWith('  '));
  expect(error).toMatchObject({ isSkippable: true });
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([message]);
  // Each location has an excerpt, with a caret below its column.
  expect(err).toMatch(/\n {2}1 \| .*\n {4}\| +\^/);
});

const schema = (A: JsonValue) => ({ components: { schemas: { A } } });
const form = (mediaType: object) => ({
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        responses: {},
        requestBody: { content: { 'application/x-www-form-urlencoded': mediaType } },
      },
    },
  },
});
const link = (c: object) => ({
  paths: { '/a': get('a', { responses: { 200: { description: 'b', links: { c } } } }) },
});

test.each<[string, object, string]>([
  [
    'a keyword of another type',
    schema({ minLength: -1 }),
    '#/components/schemas/A/minLength "minLength" must be an integer of at least 0. Correct it.',
  ],
  [
    'a composition that is not a list',
    schema({ allOf: 'B' }),
    '#/components/schemas/A/allOf "allOf" must be a non-empty array of schemas. Correct it.',
  ],
  [
    'a composition of something else',
    schema({ allOf: [{}, 'B'] }),
    '#/components/schemas/A/allOf/1 An item of "allOf" must be a schema (got a string). Correct it.',
  ],
  [
    'a property that is not a schema',
    schema({ properties: { id: {}, 'a/b': [] } }),
    '#/components/schemas/A/properties/a~1b A member of "properties" must be a schema (got an array). Correct it.',
  ],
  [
    'a required name that is not a string',
    schema({ required: ['a', 5] }),
    '#/components/schemas/A/required/1 An item of "required" must be a string (got a number). Correct it.',
  ],
  [
    'a dependency that is not a list of names',
    schema({ dependentRequired: { a: ['b'], c: { d: 1 } } }),
    '#/components/schemas/A/dependentRequired/c A member of "dependentRequired" must be an array of strings (got an object). Correct it.',
  ],
  [
    'properties that are not an object',
    schema({ properties: 'a' }),
    '#/components/schemas/A/properties "properties" must be a map of schemas. Correct it.',
  ],
  [
    'a keyword that is not supported',
    schema({ $recursiveAnchor: 1 }),
    '#/components/schemas/A/$recursiveAnchor The keyword "$recursiveAnchor" is not supported. Use other keywords, or remove it.',
  ],
  [
    'an unknown keyword',
    schema({ minimumLength: 1 }),
    '#/components/schemas/A/minimumLength Unknown keyword "minimumLength": JSON Schema 2020-12 does not define it, so it has no effect. Remove it, or give it a name that starts with x-.',
  ],
  [
    'an unknown format',
    schema({ type: 'string', format: 'colour' }),
    '#/components/schemas/A/format The format "colour" is not known, so it is not checked. Use a registered format, or other keywords.',
  ],
  [
    'an invalid pattern',
    schema({ type: 'string', pattern: '[' }),
    '#/components/schemas/A/pattern "[" is not a valid regular expression (ECMA-262, with the u flag): unterminated character class. Correct the pattern. --lenient accepts it.',
  ],
  [
    'a pattern that no matcher reads in linear time',
    schema({ type: 'string', pattern: '^(a+)\\1$' }),
    '#/components/schemas/A/pattern "^(a+)\\\\1$" is open to ReDoS: it refers back to an ambiguous group, or repeats too much. Match without back references, and separate the repetitions of a group, or repeat it less often. --lenient accepts it.',
  ],
  [
    'a schema that refers to itself',
    schema({ $ref: '#/components/schemas/A' }),
    '#/components/schemas/A The schema refers to itself without an item or a member in between, so it never ends. Remove the reference, or refer from a member or an item.',
  ],
  [
    'a default of another type',
    schema({ properties: { a: { type: 'string', default: 1 } } }),
    '#/components/schemas/A/properties/a/default The default 1 does not match its schema, so it is not used. Correct one of the two.',
  ],
  [
    'defaults of two branches',
    schema({ properties: { a: { anyOf: [{ default: 1 }, { default: 2 }] } } }),
    '#/components/schemas/A/properties/a Conflicting defaults: the parts of the schema set different ones, so none is used. Set one in the schema itself.',
  ],
  [
    'defaults of two parts',
    schema({ allOf: [{ properties: { a: { default: 1 } } }, { properties: { a: { default: 2 } } }] }),
    '#/components/schemas/A/allOf/1/properties/a Conflicting defaults for "a": another part of the schema sets 1, which is used. Use the same default in both.',
  ],
  [
    'a parameter named __proto__',
    query({ name: '__proto__', schema: {} }),
    '#/paths/~1a/get/parameters/0 A parameter or header cannot be named "__proto__". Rename it.',
  ],
  [
    'a delimiter that is exploded',
    query({ style: 'pipeDelimited', explode: true, schema: { type: 'array', items: {} } }),
    '#/paths/~1a/get/parameters/0 The style "pipeDelimited" cannot be exploded. Use "form".',
  ],
  [
    'a deep object that is not exploded',
    query({ style: 'deepObject', explode: false, schema: OBJECT }),
    '#/paths/~1a/get/parameters/0 The style "deepObject" must be exploded. Write "explode": true.',
  ],
  [
    'a parameter that contains itself',
    {
      ...query({ schema: { $ref: '#/components/schemas/A' } }),
      ...schema({ type: 'array', items: { $ref: '#/components/schemas/A' } }),
    },
    '#/paths/~1a/get/parameters/0/schema The value cannot be parsed from its text: it contains itself. Allowed are single values, flat lists and flat objects; use "deepObject" for what nests, or "content" with application/json. --lenient accepts it.',
  ],
  [
    'an encoding without property',
    form({ schema: OBJECT, encoding: { b: { style: 'form' } } }),
    '#/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/encoding/b The encoding "b" matches no property of the schema. Use the name of a property, or remove the encoding.',
  ],
  [
    'an object as text',
    form({ schema: { properties: { a: OBJECT } }, encoding: { a: { contentType: 'text/plain' } } }),
    '#/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/schema/properties/a A field that is an array or object must be JSON (got text/plain). Use "contentType": "application/json", or a style.',
  ],
  [
    'other fields that are no text',
    form({ schema: { additionalProperties: { type: 'object' } } }),
    '#/paths/~1a/post/requestBody/content/application~1x-www-form-urlencoded/schema/additionalProperties Undeclared fields are read as text (got object). Declare them in "properties", or allow strings.',
  ],
  [
    'bytes with a pattern',
    {
      paths: {
        '/a': get('a', {
          requestBody: { content: { 'image/png': { schema: { type: 'string', pattern: 'a' } } } },
        }),
      },
    },
    '#/paths/~1a/get/requestBody/content/image~1png/schema/pattern A binary body is not read, so "pattern" cannot be checked. Remove it, or use a media type of text.',
  ],
  [
    'a link to no operation',
    link({ operationId: 'b' }),
    '#/paths/~1a/get/responses/200/links/c/operationId Operation "b" not found. Use the operationId of an operation of the document. --lenient accepts it.',
  ],
  [
    'a link without operation',
    link({}),
    '#/paths/~1a/get/responses/200/links/c A link must have either operationId or operationRef. Set one of the two.',
  ],
  [
    'a link with another expression',
    link({ operationId: 'a', requestBody: '{$bodi}' }),
    '#/paths/~1a/get/responses/200/links/c/requestBody The runtime expression $bodi is not valid: use $url, $method, $statusCode, or $request. or $response. followed by header., query., path. or body. See OpenAPI 3.1, section 4.8.20.4 (Runtime Expressions).',
  ],
  [
    'a callback at another expression',
    { paths: { '/a': get('a', { callbacks: { c: { '{$bodi}': { post: { responses: {} } } } } }) } },
    '#/paths/~1a/get/callbacks/c/{$bodi} The runtime expression $bodi is not valid: use $url, $method, $statusCode, or $request. or $response. followed by header., query., path. or body. See OpenAPI 3.1, section 4.8.20.4 (Runtime Expressions).',
  ],
  [
    'a security scheme that is not there',
    { paths: { '/a': get('a', { security: [{ key: [] }] }) } },
    '#/paths/~1a/get/security Security scheme "key" not found. Add it to components.securitySchemes. --lenient accepts it.',
  ],
  [
    'a security scheme beside others',
    {
      paths: { '/a': get('a', { security: [{ bearerAuth: [] }] }) },
      components: { securitySchemes: { v2_bearerAuth: { type: 'http', scheme: 'bearer' } } },
    },
    '#/paths/~1a/get/security Security scheme "bearerAuth" not found. Add it to components.securitySchemes, or use "v2_bearerAuth". --lenient accepts it.',
  ],
  [
    'a security scheme without its members',
    {
      paths: { '/a': get('a', { security: [{ key: [] }] }) },
      components: { securitySchemes: { key: { type: 'apiKey' } } },
    },
    '#/components/securitySchemes/key A security scheme of type "apiKey" must have "in" and "name". See OpenAPI 3.1, Security Scheme Object.',
  ],
  [
    'a security scheme of an unknown type',
    {
      paths: { '/a': get('a', { security: [{ key: [] }] }) },
      components: { securitySchemes: { key: { type: 'HTTP', scheme: 'bearer' } } },
    },
    '#/components/securitySchemes/key "type" must be one of apiKey, http, mutualTLS, oauth2, openIdConnect (got "HTTP"). See OpenAPI 3.1, Security Scheme Object.',
  ],
  [
    'a key that is sent nowhere',
    {
      paths: { '/a': get('a', { security: [{ key: [] }] }) },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'body', name: 'k' } } },
    },
    '#/components/securitySchemes/key "in" must be one of cookie, header, query (got "body"). See OpenAPI 3.1, Security Scheme Object.',
  ],
  [
    'a query that holds a parameter',
    {
      paths: {
        '/a': {},
        '/a?b={c}': get('a', { parameters: [{ name: 'c', in: 'path', required: true, schema: {} }] }),
      },
    },
    '#/paths/~1a?b={c}/get The path /a?b={c} has a parameter in its query. Declare it as a query parameter.',
  ],
])('%s', (_name, parts, finding) => {
  const document = { openapi: '3.1.1', info: { title: 'A', version: '1' }, ...parts };
  const { problems, warnings } = inspectGeneration(readModel(document, 'a'));
  const findings = [...problems, ...warnings].map(
    ({ pointer, message, repair }) => `${pointer} ${message} ${repair}`,
  );
  expect(findings).toEqual([finding]);
});
