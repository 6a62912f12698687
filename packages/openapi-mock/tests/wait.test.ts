// Reads that wait for the final state of a resource (RFC 7240).
import { expect, test } from 'vitest';
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

test('a read waits for a state that a test enters', async () => {
  const mock = createJobsMock({ pace: 'manual' });
  const id = await submit(mock);
  const reading = ask(mock, `GET /jobs/${id}`, { headers: { prefer: 'wait=30' } });
  await mock.advance(2);
  expect((await reading).body.status).toBe('done');
});
