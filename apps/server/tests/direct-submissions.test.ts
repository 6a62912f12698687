import { eventually } from '@keyframe/test-kit';
import { expect, test } from 'vitest';
import { givenOwner } from './support/database.ts';
import { useServer } from './support/server.ts';

// Answers that are compared with the contract come from the app; these come from memory where they can.
const { connection, request } = useServer(async () => ({ RESPONSE_CHECK: 'off' }));

const PATH = '/v1/videos/generations';
/** Its query has no meaning, but only the app answers a request with one. */
const PATH_OF_APP = `${PATH}?app`;
const VALID = { model: 'video-2-0', input: { prompt: 'a red sun over a calm sea' } };

interface Sent {
  readonly key: string;
  readonly json: object;
  readonly headers?: Record<string, string>;
}

/** Creates the key of an owner, and submits until the process holds it. */
async function givenHeldKey(): Promise<string> {
  const { key, keyId } = await givenOwner(connection, { credits: 2_000 });
  await eventually('a submission from memory', async () => {
    const countHits = async () => {
      const { rows } = await connection.pool.query<{ hits: number }>(
        'SELECT cardinality(hits) AS hits FROM rate_windows WHERE bucket = $1',
        [`create:${keyId}`],
      );
      return rows[0]?.hits;
    };
    const before = await countHits();
    expect((await request(PATH, { key, json: VALID })).status).toBe(202);
    return before !== undefined && (await countHits()) === before;
  });
  return key;
}

/** Sends a submission and describes its answer, without what differs from one to the next. */
async function describeAnswer(path: string, sent: Sent) {
  const response = await request(path, sent);
  const { taskId, ...body } = (await response.json()) as { taskId?: string };
  const {
    date: _,
    ratelimit,
    location,
    'x-request-id': id,
    ...headers
  } = Object.fromEntries(response.headers);
  expect([ratelimit, id]).toEqual([
    expect.stringMatching(/^"create";r=\d+;t=\d+$/),
    expect.stringMatching(/^req_/),
  ]);
  return {
    status: response.status,
    hasTask: [taskId, location].map((one) => one !== undefined),
    body,
    headers,
  };
}

test.each([
  ['is accepted', 202, { json: VALID }],
  ['has an Idempotency-Key', 202, { json: VALID, headers: { 'idempotency-key': 'first' } }],
  [
    'has another charset',
    202,
    { json: VALID, headers: { 'content-type': 'application/json; charset=UTF-8' } },
  ],
  ['is invalid', 400, { json: { ...VALID, model: 'none' } }],
  ['has a forbidden URL', 400, { json: { ...VALID, callback_url: 'https://127.0.0.1/' } }],
  ['has an invalid Idempotency-Key', 400, { json: VALID, headers: { 'idempotency-key': 'ü' } }],
] satisfies [string, number, Omit<Sent, 'key'>][])(
  'a submission of a held key that %s is answered as by the app',
  async (_, status, sent) => {
    const direct = await describeAnswer(PATH, { ...sent, key: await givenHeldKey() });
    expect(direct).toEqual(await describeAnswer(PATH_OF_APP, { ...sent, key: await givenHeldKey() }));
    expect(direct.status).toBe(status);
  },
);

test('a submission is repeated by the app and without it', async () => {
  const key = await givenHeldKey();
  const headers = { 'idempotency-key': 'repeated' };
  const answers: unknown[] = [];
  for (const path of [PATH, PATH_OF_APP, PATH]) {
    const response = await request(path, { key, json: VALID, headers });
    answers.push([await response.json(), response.headers.get('idempotent-replayed')]);
  }
  const [first] = answers as [[object, null]];
  expect(answers).toEqual([first, [first[0], 'true'], [first[0], 'true']]);
  expect(await describeAnswer(PATH, { key, json: { ...VALID, seed: 1 }, headers })).toEqual(
    await describeAnswer(PATH_OF_APP, { key, json: { ...VALID, seed: 1 }, headers }),
  );
});

test('a submission that cannot be paid is refused by the app and without it', async () => {
  const key = await givenHeldKey();
  const direct = await eventually('the credits are used', async () => {
    const answer = await describeAnswer(PATH, { key, json: VALID });
    return answer.status === 202 ? undefined : answer;
  });
  expect(direct).toEqual(await describeAnswer(PATH_OF_APP, { key, json: VALID }));
  expect(direct.status).toBe(402);
});
