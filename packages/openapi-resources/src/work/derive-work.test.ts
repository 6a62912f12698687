import { readModel } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createReader } from '../document/document-reader.ts';
import { deriveWork } from './derive-work.ts';

const string = { type: 'string' };
const WORDS = ['queued', 'running', 'done', 'failed'];
const id = [{ name: 'id', in: 'path', required: true, schema: string }];

const object = (properties: object) => ({ type: 'object', properties });
const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (status: string, schema: object, more: object = {}) => ({
  responses: { [status]: { description: 'x', ...body(schema), ...more } },
});

interface Described {
  collection?: string;
  words?: string[];
  status?: string;
  started?: object;
  more?: object;
  change?: object;
  start?: object;
}

const ITEM = (words: string[], more: object = {}) =>
  object({ id: string, status: { ...string, enum: words }, ...more });

function createPaths({ collection = 'videos', words = WORDS, status = '200', ...parts }: Described) {
  const { started = object({ id: string }), more = {}, change, start = {} } = parts;
  return {
    [`/${collection}`]: { post: { operationId: 'start', ...answer(status, started), ...start } },
    [`/${collection}/{id}`]: {
      get: { operationId: 'read', parameters: id, ...answer('200', ITEM(words, more)) },
      ...(change && {
        patch: {
          operationId: 'change',
          parameters: id,
          requestBody: body(object(change)),
          ...answer('200', {}),
        },
      }),
    },
  };
}

function derive(paths: object, schemas: object = {}) {
  const info = { title: 'x', version: '1' };
  const document = { openapi: '3.1.1', info, paths, components: { schemas } };
  return deriveWork(createReader(readModel(JSON.parse(JSON.stringify(document)), 'document')));
}

const location = { headers: { Location: { schema: string } } };

test.each<[title: string, paths: object, rule: string, id: string | undefined]>([
  ['a reader beside the start', createPaths({}), 'beside', '$response.body#/id'],
  [
    'a link',
    createPaths({
      start: answer('202', object({ key: string }), {
        links: { next: { operationId: 'read', parameters: { id: '$response.body#/key' } } },
      }),
    }),
    'link',
    '$response.body#/key',
  ],
  ['Location beside 202', createPaths({ start: answer('202', {}, location) }), 'header', undefined],
  [
    'a member that is named after the reader',
    {
      ...createPaths({ collection: 'tasks' }),
      '/images': { post: answer('200', object({ task_id: string })) },
    },
    'named id',
    '$response.body#/task_id',
  ],
  [
    'a URL',
    createPaths({ start: answer('200', object({ status_url: string })), collection: 'jobs' }),
    'url',
    undefined,
  ],
  [
    'an id that several starts return, beside one reader of tasks',
    {
      '/tasks/{id}': createPaths({ collection: 'tasks' })['/tasks/{id}'],
      '/images': { post: answer('200', object({ id: string })) },
      '/sounds': { post: answer('200', object({ id: string })) },
    },
    'shared id',
    '$response.body#/id',
  ],
  [
    'an order that is accepted',
    createPaths({ collection: 'orders', status: '202' }),
    'beside',
    '$response.body#/id',
  ],
  [
    'an id in the query at the path of the start',
    {
      '/dump': {
        post: answer('202', object({ id: string })),
        get: {
          parameters: [{ name: 'id', in: 'query', required: true, schema: string }],
          ...answer('200', object({ done: { type: 'boolean' }, error: string })),
        },
      },
    },
    'beside',
    '$response.body#/id',
  ],
  [
    'Location beside 201, for a request that prefers to be asynchronous',
    {
      '/jobs/{id}': { get: { parameters: id, responses: { 200: { description: 'x' } } } },
      '/processes/echo': {
        post: {
          parameters: [{ name: 'Prefer', in: 'header', schema: { enum: ['respond-async'] } }],
          responses: {
            200: { description: 'x', ...body(object({})) },
            ...answer('201', ITEM(WORDS), location).responses,
          },
        },
      },
    },
    'header',
    '$response.body#/id',
  ],
  [
    'x-ms-long-running-operation without described headers',
    {
      '/operations/{id}': createPaths({ collection: 'operations' })['/operations/{id}'],
      '/things': { put: { ...answer('201', object({})), 'x-ms-long-running-operation': true } },
    },
    'annotation',
    undefined,
  ],
])('work is read by %s', (...[, paths, rule, value]) => {
  const { works } = derive(paths);
  const last = works.at(-1);
  expect([last?.rule, last?.address.arguments.find(({ name }) => name === 'id')?.value]).toEqual([
    rule,
    value,
  ]);
});

test.each<[title: string, paths: object]>([
  ['a payment', createPaths({ collection: 'payments' })],
  ['an order', createPaths({ collection: 'orders' })],
  ['a state that a request sets', createPaths({ words: ['new', 'done'], change: { status: string } })],
  [
    'a state that a request sets in an envelope',
    createPaths({ words: ['new', 'done'], change: { video: object({ status: string }) } }),
  ],
  ['a resource that gets ready', createPaths({ words: ['creating', 'ready'] })],
  ['a session', createPaths({ collection: 'sessions', words: ['pending', 'active', 'ended'] })],
  ['a state without an end', createPaths({ words: ['pending', 'failed'] })],
  [
    'a member that refers to a task, which the request names',
    {
      ...createPaths({ collection: 'tasks' }),
      '/tasks': {},
      '/comments': {
        post: {
          requestBody: body(object({ task_id: string })),
          ...answer('201', object({ id: string, task_id: string })),
        },
      },
    },
  ],
  ['a search', createPaths({ start: { operationId: 'searchVideos' } })],
  ['a read by POST', createPaths({ start: { operationId: 'get_videos' } })],
  ['an operation that says so', createPaths({ start: { 'x-async': false } })],
])('%s is no work', (_, paths) => {
  expect(derive(paths).works).toEqual([]);
});

test.each<[members: object, id: string, errors: string[], isSuccessWithoutError: boolean]>([
  [{ id: string }, '/id', [], false],
  [{ id: string, jobReference: object({}) }, '/jobReference/jobId', [], false],
  [{ jobReference: object({ jobId: string }) }, '/jobReference/jobId', [], false],
  [{ id: string, errors: { type: 'array' } }, '/id', ['/errors'], true],
  [{ id: string, errors: { type: 'array' }, error: object({}) }, '/id', ['/error'], true],
  [{ id: string, failure: string, error: object({}) }, '/id', ['/failure', '/error'], false],
])('work with one end and the members %j', (members, ...expected) => {
  const Job = object({ ...members, state: { enum: ['RUNNING', 'DONE'] } });
  const job = answer('200', { $ref: '#/components/schemas/Job' });
  const jobId = [{ ...id[0], name: 'jobId' }];
  const paths = { '/jobs': { post: job }, '/jobs/{jobId}': { get: { parameters: jobId, ...job } } };
  const [work] = derive(paths, { Job }).works;
  const pointers = [work?.address.arguments[0]?.value ?? '', ...(work?.states.errors ?? [])];
  const [pointer, ...errors] = pointers.map((expression) => expression.replace('$response.body#', ''));
  expect([pointer, errors, work?.states.isSuccessWithoutError]).toEqual(expected);
});

test.each([
  [{ state: object({ type: { enum: WORDS }, data: string }) }, 'representation'],
  [{ state: object({ type: { enum: WORDS }, data: string }), output: string }, 'members'],
  [{ run_status: object({ status: { enum: WORDS }, output: string }) }, 'members'],
])('the result of work with %j is its %s', (members, kind) => {
  const run = answer('200', object({ id: string, ...members }));
  const read = answer('200', object(members));
  const { works } = derive({ '/runs': { post: run }, '/runs/{id}': { get: { parameters: id, ...read } } });
  expect(works.map(({ result }) => result.kind)).toEqual([kind]);
});

test.each([
  ['/videos/{id}:cancel', { requestBody: { required: true, ...body(object({})) } }],
  ['/videos/{id}', { summary: 'Cancels a video' }],
  ['/videos/{id}/abort', {}],
])('work is cancelled by POST %s', (path, more) => {
  const paths: Record<string, object> = createPaths({});
  const post = { operationId: 'end', parameters: id, ...answer('200', object({})), ...more };
  const [work] = derive({ ...paths, [path]: { ...paths[path], post } }).works;
  expect(work?.cancel?.operation.path).toBe(path);
});

test('logs are no result', () => {
  const paths = createPaths({});
  const logs = { get: { parameters: id, ...answer('200', object({})) } };
  const [work] = derive({ ...paths, '/videos/{id}/logs/download': logs }).works;
  expect(work?.result.kind).toBe('representation');
});

test('a member with the schema of another reader is no work of that', () => {
  const State = ITEM(WORDS);
  const Run = object({ id: string, state: { $ref: '#/components/schemas/State' } });
  const Task = object({ id: string, name: string, state: { $ref: '#/components/schemas/State' } });
  const returns = (name: string) => answer('200', { $ref: `#/components/schemas/${name}` });
  const read = (name: string) => ({ get: { parameters: id, ...returns(name) } });
  const paths = {
    '/flows/{id}/start': { post: { parameters: id, ...returns('Run') } },
    '/runs/{id}': read('Run'),
    '/tasks/{id}': read('Task'),
  };
  const { works } = derive(paths, { State, Run, Task });
  expect(works.map(({ reader }) => reader.path)).toEqual(['/runs/{id}']);
});

test('an accepted request without a reader says what is missing', () => {
  const { works, unread } = derive({ '/refresh': { post: answer('202', {}) } });
  expect([works, unread.map(({ missing }) => missing.map(({ fact }) => fact))]).toEqual([[], [['reader']]]);
});

test.each<[title: string, annotation: unknown, message: string]>([
  [
    'an unknown member',
    { reeder: 'read' },
    'x-async of POST /videos has the unknown member "reeder" (known: reader,',
  ],
  ['an unknown operation', { reader: 'x' }, 'names an operation that does not exist: "reader" is "x"'],
  ['an invalid expression', { state: '$response.body#x' }, 'has an invalid "state": '],
  ['an invalid duration', { every: 'often' }, 'must have a duration such as 500ms, 10s or 2m in "every"'],
  ['no object', true, 'must be an object or false'],
])('rejects an annotation with %s', (...[, annotation, message]) => {
  expect(() => derive(createPaths({ start: { 'x-async': annotation } }))).toThrow(message);
});
