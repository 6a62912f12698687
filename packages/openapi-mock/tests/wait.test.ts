// Reads that wait for the final state of a resource (RFC 7240).
import type { JsonObject } from '@keyframe/openapi-model';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../src/index.ts';
import { ask, createJobsMock } from './jobs-mock.ts';

const submit = async (mock: Parameters<typeof ask>[0]) =>
  String((await ask(mock, 'POST /jobs', { body: { title: 'Draw' } })).body.jobId);

/** A clock that is moved by what waits for it. */
function createClock() {
  let now = 1_795_172_400_000;
  const after = (milliseconds: number, run: () => void) => {
    now += milliseconds;
    queueMicrotask(run);
    return () => undefined;
  };
  return { now: () => now, after };
}

test.each([
  ['the final state, if it comes in time', 'wait=10', 'done', 6_000],
  ['the state after these seconds', 'wait=4', 'running', 4_000],
  ['the present state without the preference', '', 'waiting', 0],
  ['the present state for no number of seconds', 'wait=x', 'waiting', 0],
  ['a forced response at once', 'wait=10, code=404', undefined, 0],
])('a read returns %s', async (...row) => {
  const [, prefer, status, waited] = row;
  const clock = createClock();
  const mock = createJobsMock({ clock });
  const id = await submit(mock);
  const start = clock.now();
  const { body } = await ask(mock, `GET /jobs/${id}`, { headers: { prefer } });
  expect([body.status === 404 ? undefined : body.status, clock.now() - start]).toEqual([status, waited]);
});

/** A clock whose timers do not fire. */
function createStillClock() {
  const timers = new Set<number>();
  const after = (milliseconds: number) => {
    timers.add(milliseconds);
    return () => void timers.delete(milliseconds);
  };
  return { now: () => 1_795_172_400_000, after, timers };
}

test.each<[string, string, (mock: Mock) => unknown]>([
  ['enters the final state', 'done', (mock) => mock.advance(2)],
  ['resets the mock', '404', (mock) => mock.reset()],
  ['drops the world', '404', (mock) => ask(mock, 'GET /jobs', { headers: { 'mock-world': 'other' } })],
  ['closes the mock', 'waiting', (mock) => mock.close()],
])('a waiting read ends when a test %s', async (_, expected, change) => {
  const clock = createStillClock();
  const mock = createJobsMock({ pace: 'manual', clock, maxWorlds: 1 });
  const id = await submit(mock);
  const reading = ask(mock, `GET /jobs/${id}`, { headers: { prefer: 'wait=30' } });
  await expect.poll(() => [...clock.timers]).toEqual([30_000]);
  await change(mock);
  const { status, body } = await reading;
  expect(status === 200 ? body.status : String(status)).toBe(expected);
  expect(clock.timers.size).toBe(0);
});

test('a waiting read goes on when another state follows', async () => {
  const clock = createStillClock();
  const mock = createJobsMock({ pace: 'manual', clock });
  const id = await submit(mock);
  const reading = ask(mock, `GET /jobs/${id}`, { headers: { prefer: 'wait=30' } });
  await expect.poll(() => clock.timers.size).toBe(1);
  await mock.advance();
  await expect.poll(() => clock.timers.size).toBe(1);
  await mock.advance();
  expect((await reading).body.status).toBe('done');
});

test('a closed mock neither delays nor waits', async () => {
  const clock = createStillClock();
  const mock = createJobsMock({ pace: 'manual', clock });
  const id = await submit(mock);
  const reading = ask(mock, `GET /jobs/${id}`, { headers: { prefer: 'delay=20000, wait=30' } });
  await expect.poll(() => [...clock.timers]).toEqual([20_000]);
  mock.close();
  expect((await reading).body.status).toBe('waiting');
});

const HEADERS = { 'Preference-Applied': { schema: { type: 'string' } } };

/** Describes a resource whose responses have `Preference-Applied`; examples with several states give it states. */
function describeResource(name: string, statuses: readonly string[]): JsonObject {
  const text = { type: 'string' };
  const properties = { id: text, status: { type: 'string', enum: [...statuses] } };
  const schema = { type: 'object', required: ['id', 'status'], properties };
  const examples = Object.fromEntries(statuses.map((status) => [status, { value: { id: 'a1', status } }]));
  const content = { 'application/json': { schema, examples } };
  const respond = (status: string) => ({
    responses: { [status]: { description: 'x', headers: HEADERS, content } },
  });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  return { [`/${name}`]: { post: respond('201') }, [`/${name}/{id}`]: { parameters, get: respond('200') } };
}

test.each([
  ['with states', ['waiting', 'running', 'done'], 'wait=20'],
  ['without states', ['done'], null],
])('Preference-Applied is sent by reads that can wait: a resource %s', async (_, statuses, expected) => {
  const paths = describeResource('jobs', statuses);
  const document = { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths };
  const mock = createMock(document, { clock: createClock() });
  const headers = { prefer: 'wait=20' };
  const created = await ask(mock, 'POST /jobs', { headers });
  const read = await ask(mock, `GET /jobs/${created.body.id}`, { headers });
  const applied = [created, read].map((one) => [one.status, one.headers.get('preference-applied')]);
  expect(applied).toEqual([
    [201, null],
    [200, expected],
  ]);
});
