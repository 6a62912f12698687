import { expect, test } from 'vitest';
import { ask, createJobsMock } from './jobs-mock.ts';

const BODY = { title: 'Draw' };

test.each([
  ['code=500', 500],
  ['code=429', 429],
  ['code=401', 401],
])('Prefer: %s answers with that status, without an effect', async (prefer, status) => {
  const mock = createJobsMock();
  expect((await ask(mock, 'POST /jobs', { body: BODY, headers: { prefer } })).status).toBe(status);
  expect((await ask(mock, 'GET /jobs')).body.total).toBe(0);
});

test('429 has Retry-After', async () => {
  const { headers } = await ask(createJobsMock(), 'POST /jobs', {
    body: BODY,
    headers: { prefer: 'code=429' },
  });
  expect(headers.get('retry-after')).toBe('7');
});

test('Prefer selects an example by its name', async () => {
  const { body } = await ask(createJobsMock(), 'GET /weather', {
    headers: { prefer: 'code=200, example=cold' },
  });
  expect(body).toEqual({ degrees: -5 });
});

test('a lost response with an idempotency key is one job, which the repetition returns', async () => {
  const mock = createJobsMock();
  const headers = { 'idempotency-key': 'k1' };
  const lost = await ask(mock, 'POST /jobs', { body: BODY, headers: { ...headers, prefer: 'lost' } });
  expect(lost.status).toBe(0);
  const again = await ask(mock, 'POST /jobs', { body: BODY, headers });
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
  const { body } = await ask(mock, 'GET /jobs');
  expect(body.total).toBe(1);
  expect(again.body.jobId).toBe(Object([body.data].flat()[0]).id);
});

test('a lost response without an idempotency key is two jobs after the repetition', async () => {
  const mock = createJobsMock();
  await ask(mock, 'POST /jobs', { body: BODY, headers: { prefer: 'lost' } });
  await ask(mock, 'POST /jobs', { body: BODY });
  expect((await ask(mock, 'GET /jobs')).body.total).toBe(2);
});

test('an idempotency key of another request is rejected', async () => {
  const mock = createJobsMock();
  const headers = { 'idempotency-key': 'k1' };
  await ask(mock, 'POST /jobs', { body: BODY, headers });
  const { status, body } = await ask(mock, 'POST /jobs', { body: { title: 'Other' }, headers });
  expect([status, body.error]).toMatchObject([409, { param: 'Idempotency-Key' }]);
});

test('a fault of an operation applies without Prefer until it is cleared', async () => {
  const mock = createJobsMock({ faults: ['POST /jobs=500'] });
  expect((await ask(mock, 'POST /jobs', { body: BODY })).status).toBe(500);
  mock.faults.clear();
  expect((await ask(mock, 'POST /jobs', { body: BODY })).status).toBe(202);
});

test.each(['POST', 'POST /jobs', 'jobs=500', ''])('the fault %j is not understood', (fault) => {
  expect(() => createJobsMock({ faults: [fault] })).toThrow(/must be written as/);
});

test('a delay holds the response back', async () => {
  let waited = 0;
  const clock = {
    now: () => 0,
    after: (milliseconds: number, run: () => void) => {
      waited = milliseconds;
      run();
      return () => undefined;
    },
  };
  await ask(createJobsMock({ clock }), 'GET /weather', { headers: { prefer: 'delay=250' } });
  expect(waited).toBe(250);
});

test('the wish for the usual status takes effect, and is fulfilled where no effect is possible', async () => {
  const mock = createJobsMock();
  const headers = { prefer: 'code=202' };
  expect((await ask(mock, 'POST /jobs', { body: BODY, headers })).status).toBe(202);
  expect((await ask(mock, 'GET /jobs')).body.total).toBe(1);
  const { status, body } = await ask(mock, 'GET /jobs/none', { headers: { prefer: 'code=200' } });
  expect([status, body.status]).toEqual([200, 'waiting']);
});
