// What users read: the wording of the command line and of findings about documents, in one place. Each row is a mistake
// and the message that it gets.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-messages-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const { signal } = new AbortController();
  const streams = { out: (text: string) => out.push(text), err: (text: string) => err.push(text), signal };
  const status = await runCommand(words, streams);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

test.each([
  [[], 'Expected a command.'],
  [['make'], 'Unknown command "make".'],
  [['generate', '--out', 'x'], 'Expected exactly one document.'],
  [['doctor', 'a', 'b'], 'Expected exactly one document.'],
  [['generate', 'a'], 'Missing option --out <folder>.'],
  [['round-trip', 'a'], 'Missing option --app <module>.'],
  [['generate', 'a', '--out', 'x', '--check', '--watch'], '--check and --watch cannot be combined.'],
  [
    ['generate', 'a', '--out', 'x', '--formats', 'maybe'],
    '--formats must be "assert" or "annotate" (got "maybe").',
  ],
  [['doctor', 'a', '--level', 'all'], '--level must be one of error, warning, info (got "all").'],
  [
    ['doctor', 'a', '--lenient-rule', 'x'],
    '--lenient-rule must be one of boolean-bounds, component-map-ref, duplicate-operation-id, nullable, recursive-ref, undeclared-path-parameter (got "x").',
  ],
  [['doctor', '/nowhere/api.json'], '/nowhere/api.json: The file cannot be read. Check its path.'],
])('%j: %s', async (words, message) => {
  const { status, err } = await run(...words);
  expect([status, err.split('\n')[0]]).toEqual([2, message]);
});

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
    'an undeclared path parameter',
    { paths: { '/{a}': get('a') } },
    '#/paths/~1{a}/get The path /{a} holds {a}, which no path parameter declares. Declare it. --lenient accepts it.',
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
    'a style of another place',
    query({ style: 'matrix', schema: { type: 'string' } }),
    '#/paths/~1a/get/parameters/0 A query parameter cannot have the style "matrix". Allowed are: form, spaceDelimited, pipeDelimited, deepObject.',
  ],
  [
    'a delimiter for a single value',
    query({ style: 'pipeDelimited', schema: { type: 'integer' } }),
    '#/paths/~1a/get/parameters/0 The style "pipeDelimited" needs a list or an object (got a number). Use "form".',
  ],
  [
    'a deep object that is none',
    query({ style: 'deepObject', schema: { type: ['string', 'integer'] } }),
    '#/paths/~1a/get/parameters/0 The style "deepObject" needs an object or a list (got a number or a string). Use "form".',
  ],
  [
    'types that clash in a style',
    query({ schema: { type: 'array', items: OBJECT } }),
    '#/paths/~1a/get/parameters/0/schema The style "form", exploded, cannot tell an object in a list from its text. Allowed are single values, flat lists and flat objects; use "deepObject" for what nests, or "content" with application/json.',
  ],
  [
    'several media types of a parameter',
    query({ content: { 'text/xml': { schema: OBJECT } } }),
    '#/paths/~1a/get/parameters/0/content/text~1xml A parameter or header must have one media type of JSON or of text (got text/xml). Write application/json.',
  ],
  [
    'identical templates',
    {
      paths: Object.fromEntries(
        ['a', 'b'].map((name) => [
          `/{${name}}`,
          get(name, { parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }] }),
        ]),
      ),
    },
    '#/paths/~1{b}/get The path /{b} is identical to /{a}, which has the operation already. Keep one of the two.',
  ],
])('%s', async (name, parts, message) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.json`);
  await writeFile(path, JSON.stringify({ openapi: '3.1.1', info: { title: 'A', version: '1' }, ...parts }));
  const { status, err } = await run('generate', path, '--out', join(folder, 'out'));
  const lines = err.split('\n').filter((line) => !line.startsWith('  '));
  expect([status, lines.map((line) => line.replace(/^\S+ /, ''))]).toEqual([1, [message]]);
  // A place has an excerpt, with a caret below its column.
  expect(err).toMatch(/\n {2}1 \| .*\n {4}\| +\^/);
});
