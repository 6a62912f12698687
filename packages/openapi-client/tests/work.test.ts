// Work that a service does after it has responded, over real HTTP and by an injected clock.
import {
  type CancellableWork,
  clientErrors,
  createClient,
  createWaitingReader,
  followStream,
  isTransient,
  locateByParameters,
  locateByUrl,
  type OperationDefinition,
  readEnd,
  readFailures,
  readHeader,
  readJsonByClass,
  readParameter,
  readRequestBody,
  requestCancellation,
  requestResult,
  resumeWork,
  resumeWorks,
  selectResult,
  startWork,
  startWorks,
  untilCallback,
  type WaitOptions,
  type WorkDefinition,
  WorkFailedError,
  WorkTimeoutError,
  writeHeaders,
  writeJson,
  writeKey,
  writePath,
  writeQuery,
} from '@keyframe/openapi-runtime/client';
import type { ParameterSources } from '@keyframe/openapi-runtime/internal';
import { createHandClock, eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { type Scripted, startWorkServer } from './support/work-server.ts';

function operation(line: string, more: Partial<OperationDefinition> = {}): OperationDefinition {
  const [method = '', path = ''] = line.split(' ');
  const write = [writePath, writeQuery, writeHeaders, writeJson];
  return { id: line, method, path, read: readJsonByClass, write, ...more };
}

const READER = operation('GET /videos/{id}', { retry: isTransient });
const VIDEO: WorkDefinition = {
  start: operation('POST /videos'),
  reader: READER,
  locate: locateByParameters([['path', 'id', '/id']]),
  states: {
    state: '$response.body#/status',
    success: ['done'],
    failure: ['failed'],
    cancelled: ['cancelled'],
  },
};

const inState = (status: string, more: object = {}): Scripted => ({ body: { id: 'v1', status, ...more } });
const [QUEUED, DONE] = [inState('queued'), inState('done', { url: '/v1.mp4' })];
const START = 'POST /videos';
const READ = 'GET /videos/v1';

async function open(scripts: Parameters<typeof startWorkServer>[0]) {
  const server = await startWorkServer({ [START]: [inState('queued')], ...scripts });
  const clock = createHandClock();
  const client = createClient(clientErrors, { baseUrl: server.url, clock, random: () => 0 });
  const lines = () => server.arrivals.map(({ line }) => line);
  return { server, clock, client, lines, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Starts work and waits for it; returns what came of it. */
async function run(
  readings: readonly Scripted[],
  { definition = VIDEO, options = {}, first = QUEUED }: RunOptions = {},
) {
  await using subject = await open({ [START]: [first], [READ]: readings });
  const work = await startWork(subject.client, definition, { request: { body: { prompt: 'sea' } } });
  const [outcome] = await Promise.allSettled([work.result(options)]);
  return { outcome, id: work.id, slept: subject.clock.slept, lines: subject.lines() };
}

interface RunOptions {
  definition?: WorkDefinition;
  options?: WaitOptions;
  first?: Scripted;
}

test('reads work on a schedule that grows, and returns the last reading', async () => {
  const { outcome, id, slept, lines } = await run([QUEUED, QUEUED, DONE]);
  expect(outcome).toEqual({ status: 'fulfilled', value: { id: 'v1', status: 'done', url: '/v1.mp4' } });
  expect([id, slept]).toEqual(['v1', [1000, 1000, 1500]]);
  expect(lines).toEqual([START, READ, READ, READ]);
});

test('pauses for thirty seconds at most', async () => {
  const { slept } = await run([...Array.from({ length: 10 }, () => QUEUED), DONE]);
  expect(slept.at(-1)).toBe(30_000);
});

test.each<[string, RunOptions & { readings: Scripted[]; pauses: number[] }]>([
  [
    'Retry-After of the start and of a reading',
    {
      first: { body: { id: 'v1' }, headers: { 'retry-after': '7' } },
      readings: [{ body: { status: 'queued' }, headers: { 'retry-after': '4' } }, QUEUED, DONE],
      pauses: [7000, 4000, 1500],
    },
  ],
  [
    'the pause of the document',
    {
      definition: { ...VIDEO, every: 10_000 },
      readings: [QUEUED, QUEUED, DONE],
      pauses: [10_000, 10_000, 10_000],
    },
  ],
  [
    'the interval of the caller',
    { options: { interval: 50 }, readings: [QUEUED, QUEUED, DONE], pauses: [1000, 50, 50] },
  ],
])('the schedule yields to %s', async (_, { readings, pauses, ...options }) => {
  expect((await run(readings, options)).slept).toEqual(pauses);
});

test.each<[string, Scripted]>([
  ['404 just after the start', { status: 404 }],
  ['429', { status: 429, headers: { 'retry-after': '1' } }],
  ['503', { status: 503 }],
  ['a lost connection', 'lost'],
])('a wait survives %s', async (_, fault) => {
  const { outcome, lines } = await run([fault, DONE]);
  expect(outcome.status).toBe('fulfilled');
  expect(lines).toEqual([START, READ, READ]);
});

test.each<[string, Scripted[], object]>([
  ['404 later on', [...Array.from({ length: 12 }, () => QUEUED), { status: 404 }], { status: 404 }],
  ['403', [{ status: 403 }], { status: 403 }],
])('a wait ends with %s', async (_, readings, expected) => {
  expect((await run(readings)).outcome).toMatchObject({ status: 'rejected', reason: expected });
});

test.each([
  ['failed', 'failure'],
  ['cancelled', 'cancelled'],
])('work that has %s rejects with its last reading', async (status, end) => {
  const { outcome } = await run([inState(status, { reason: 'too dark' })]);
  expect(outcome).toMatchObject({
    reason: { code: 'work_failed', end, state: status, data: { reason: 'too dark' }, workId: 'v1' },
  });
  expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(WorkFailedError);
});

test('a deadline covers pauses and failed readings, and names the last failure', async () => {
  const { outcome, slept } = await run([{ status: 503 }], { options: { timeout: 4000 } });
  const { reason } = outcome as PromiseRejectedResult;
  expect(reason).toBeInstanceOf(WorkTimeoutError);
  expect(reason).toMatchObject({ code: 'work_timeout', workId: 'v1', cause: { status: 503 } });
  expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(4000);
});

test('a deadline ends a reading without a response', async () => {
  await using subject = await open({ [READ]: ['silent'] });
  const ended = resumeWork(subject.client, VIDEO, 'v1')
    .result({ timeout: 5000 })
    .catch((error: unknown) => error);
  await eventually('the reading', () => subject.lines().length === 1);
  await subject.clock.sleep(5000);
  expect(await ended).toBeInstanceOf(WorkTimeoutError);
});

test('a wait ends with the reason of its signal', async () => {
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const options = { signal: controller.signal, onProgress: () => controller.abort(reason) };
  expect((await run([QUEUED, DONE], { options })).outcome).toEqual({ status: 'rejected', reason });
});

test('reports each reading', async () => {
  const states: string[] = [];
  const onProgress: WaitOptions['onProgress'] = ({ state, end }) => {
    states.push(`${state} ${end}`);
  };
  await run([QUEUED, DONE], { options: { onProgress } });
  expect(states).toEqual(['queued undefined', 'done success']);
});

test('work continues in another process by its id, without a pause and without a second start', async () => {
  await using subject = await open({ [READ]: [DONE] });
  const { id } = await startWork(subject.client, VIDEO, {});
  const result = await resumeWork(subject.client, VIDEO, id).result();
  expect([result, subject.clock.slept, subject.lines()]).toEqual([
    { id: 'v1', status: 'done', url: '/v1.mp4' },
    [],
    [START, READ],
  ]);
});

test('a start whose response is lost is sent again with the same key', async () => {
  await using subject = await open({ [START]: ['lost', QUEUED] });
  const start = operation(START, { write: [writeJson, writeKey('Idempotency-Key')], retry: isTransient });
  await startWork(subject.client, { ...VIDEO, start }, {});
  const keys = subject.server.arrivals.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('a start prefers a response before the end of its work', async () => {
  await using subject = await open({});
  const start = createWaitingReader(VIDEO.start, { header: { Prefer: 'respond-async' } });
  await startWork(subject.client, { ...VIDEO, start }, {});
  expect(subject.server.arrivals.map(({ headers }) => headers.prefer)).toEqual(['respond-async']);
});

test('a start without an id of work is an error that says so', async () => {
  await using subject = await open({ [START]: [{ status: 202, body: {} }] });
  await expect(startWork(subject.client, VIDEO, {})).rejects.toThrow(/202, no id of its work/);
});

test('an id has all values that read the work, and sets no other parameters', async () => {
  await using subject = await open({
    'POST /indexes/a/batch': [{ body: { taskID: 7 } }],
    'GET /indexes/a/task/7?key=k': [{ body: { status: 'done' } }],
  });
  const definition: WorkDefinition = {
    ...VIDEO,
    start: operation('POST /indexes/{name}/batch'),
    reader: operation('GET /indexes/{name}/task/{id}'),
    locate: locateByParameters([
      ['path', 'name', readParameter('path', 'name')],
      ['path', 'id', '/taskID'],
      ['query', 'key', readRequestBody('/secret')],
    ]),
  };
  const request = { path: { name: 'a' }, body: { secret: 'k' } };
  const work = await startWork(subject.client, definition, { request });
  expect(work.id).toBe('["a",7,"k"]');
  expect(await resumeWork(subject.client, definition, work.id).result()).toEqual({ status: 'done' });
});

test.each<[ParameterSources, string, string, unknown]>([
  [[['path', 'id', '/number']], '5', 'GET /videos/5', undefined],
  [
    [
      ['path', 'id', '/number'],
      ['body', 'part', '/number'],
    ],
    '[5,5]',
    'POST /videos/5',
    { part: 5 },
  ],
])('the request of work with an integer as its id is the same after a resume: %j', async (...row) => {
  const [sources, id, line, body] = row;
  await using subject = await open({ [START]: [{ body: { number: 5 } }], [line]: [DONE] });
  const reader = body ? operation('POST /videos/{id}', { retry: isTransient }) : READER;
  const definition = { ...VIDEO, reader, locate: locateByParameters(sources) };
  const work = await startWork(subject.client, definition, {});
  await work.result();
  await resumeWork(subject.client, definition, work.id).result();
  const requests = subject.server.arrivals.slice(1).map((arrival) => [arrival.line, arrival.body]);
  expect([work.id, ...requests]).toEqual([id, [line, body], [line, body]]);
});

test.each<[string, { location: string; id: string; line: string }]>([
  ['a path', { location: '/videos/v%2F1', id: 'v/1', line: 'GET /videos/v%2F1' }],
  [
    'a URL below a prefix',
    { location: 'https://api.example/v1/videos/v1?page=2', id: 'v1', line: 'GET /videos/v1' },
  ],
  ['the path of no operation', { location: '/jobs/7?x=1', id: '/jobs/7?x=1', line: 'GET /jobs/7?x=1' }],
])('a Location that is %s leads to the work', async (_, { location, id, line }) => {
  await using subject = await open({ [START]: [{ headers: { location } }], [line]: [DONE] });
  const definition = { ...VIDEO, locate: locateByUrl(READER, readHeader('Location')) };
  const work = await startWork(subject.client, definition, {});
  expect([work.id, await work.result()]).toEqual([id, { id: 'v1', status: 'done', url: '/v1.mp4' }]);
  expect(subject.lines().at(-1)).toBe(line);
});

test('credentials do not follow a URL to another origin', async () => {
  await using subject = await open({});
  const definition = { ...VIDEO, locate: locateByUrl(READER, '/polling_url') };
  const work = resumeWork(subject.client, definition, 'https://other.example/jobs/7');
  await expect(work.result()).rejects.toThrow('the work is at another origin: https://other.example.');
});

test.each<[string, Scripted, object]>([
  ['200', { status: 200, body: { rows: 1 } }, { status: 'fulfilled', value: { rows: 1 } }],
  [
    '422',
    { status: 422, body: { message: 'syntax' } },
    { reason: { state: '422', data: { message: 'syntax' } } },
  ],
])('202 waits until %s if the status decides', async (_, last, expected) => {
  const definition = {
    ...VIDEO,
    reader: readFailures(READER),
    states: { state: '$statusCode', waiting: ['202'], success: ['200'], failure: ['4XX'] },
    readEnd,
  };
  const { outcome, lines } = await run([{ status: 202 }, { status: 503 }, last], { definition });
  expect(outcome).toMatchObject(expected);
  expect(lines).toEqual([START, READ, READ, READ]);
});

test('a callback ends the pause, and a rejected one does not count', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using subject = await open({ [READ]: [QUEUED, DONE] });
  // A clock that stands still: only the callback can end the pause.
  const clock = { ...subject.clock, sleep: (_: number, signal?: AbortSignal) => rejectOnAbort(signal) };
  const client = { ...subject.client, settings: { ...subject.client.settings, clock } };
  const result = resumeWork(client, VIDEO, 'v1').result({ pause: untilCallback(promise) });
  await eventually('the first reading', () => subject.lines().length === 1);
  resolve();
  expect(await result).toMatchObject({ status: 'done' });
  const forged = Promise.withResolvers<never>();
  const onProgress = () => forged.reject(new Error('forged'));
  const options = { pause: untilCallback(forged.promise), onProgress };
  expect((await run([QUEUED, DONE], { options })).slept).toEqual([1000, 1000]);
});

function rejectOnAbort(signal?: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

test('a reader that waits is asked to, and its timeout begins after that', async () => {
  const waitingReader = createWaitingReader(READER, { header: { Prefer: 'wait=50' } }, 50_000);
  await using subject = await open({ [READ]: ['silent', DONE] });
  const ended = resumeWork(subject.client, { ...VIDEO, waitingReader }, 'v1').result();
  await eventually('the reading', () => subject.lines().length === 1);
  await subject.clock.sleep(60_000 + 49_999);
  expect(subject.lines()).toHaveLength(1);
  await subject.clock.sleep(1);
  expect(await ended).toMatchObject({ status: 'done' });
  expect(subject.server.arrivals.map(({ headers }) => headers.prefer)).toEqual(['wait=50', 'wait=50']);
});

test('the result is a member of the last reading, or another operation', async () => {
  await using subject = await open({
    [READ]: [inState('done', { output: { file: 'f1' } })],
    'GET /videos/v1/files/f1': [{ body: ['bytes'] }],
  });
  const content = operation('GET /videos/{video}/files/{file}');
  const sources: ParameterSources = [
    ['path', 'video', readParameter('path', 'id')],
    ['path', 'file', '/output/file'],
  ];
  const read = (result: WorkDefinition['result'] & object) =>
    resumeWork(subject.client, { ...VIDEO, result }, 'v1').result();
  expect(await read(selectResult('/output'))).toEqual({ file: 'f1' });
  expect(await read(requestResult(content, sources))).toEqual(['bytes']);
});

test('work is cancelled by its operation', async () => {
  await using subject = await open({ 'POST /cancel': [{}] });
  const definition = {
    ...VIDEO,
    cancel: requestCancellation(operation('POST /cancel'), [['body', 'run_id', readParameter('path', 'id')]]),
  };
  await resumeWork<CancellableWork<unknown>>(subject.client, definition, 'v1').cancel();
  expect(subject.server.arrivals[0]).toMatchObject({ line: 'POST /cancel', body: { run_id: 'v1' } });
});

test('several pieces of work from one start all have to end', async () => {
  await using subject = await open({
    [START]: [{ body: { operations: [{ id: 'a' }, { id: 'b' }] } }],
    'GET /videos/a': [DONE],
    'GET /videos/b': [QUEUED, inState('failed'), DONE],
    'POST /videos/a/cancel': [{}],
    'POST /videos/b/cancel': [{}],
  });
  const cancel = requestCancellation(operation('POST /videos/{id}/cancel'), [
    ['path', 'id', readParameter('path', 'id')],
  ]);
  const definition = { ...VIDEO, items: '/operations', cancel };
  const work = await startWorks(subject.client, definition, {});
  await expect(work.result()).rejects.toMatchObject({ code: 'work_failed', workId: 'b' });
  const resumed = resumeWorks<CancellableWork<unknown[]>>(subject.client, definition, work.id);
  expect(await resumed.result()).toHaveLength(2);
  await resumed.cancel();
  expect(subject.lines().slice(-2).sort()).toEqual(['POST /videos/a/cancel', 'POST /videos/b/cancel']);
});

test('readings take over from a stream that the service does not have', async () => {
  const follow = followStream(operation('GET /videos/{id}/events'));
  const { outcome, lines } = await run([DONE], { definition: { ...VIDEO, follow } });
  expect(outcome.status).toBe('fulfilled');
  expect(lines).toEqual([START, `${READ}/events`, READ]);
});
