/** Searches in prompts, retries of callbacks, and balances along the ledger, over the console's API. */
import { beforeAll, describe, expect, test } from 'vitest';
import { grantCredits } from '../src/credits/ledger.queries.ts';
import { givenMember } from './support/console.ts';
import { givenOwner } from './support/database.ts';
import { givenDelivery } from './support/delivery.ts';
import { useServer } from './support/server.ts';
import { givenTask, INPUT } from './support/task.ts';

const server = useServer(async () => ({ ROLE: 'api', RESPONSE_CHECK: 'throw' }));

async function givenTeam(given?: Awaited<ReturnType<typeof givenOwner>>) {
  const team = given ?? (await givenOwner(server.connection));
  const { browser } = await givenMember(server, { ownerId: team.ownerId, role: 'developer' });
  const submit = (prompt: string, options: object = {}) =>
    givenTask(server.connection, { ...team, credits: 1, input: { ...INPUT, prompt }, ...options });
  return { ...team, browser, submit };
}

describe('a search in prompts', () => {
  let team: Awaited<ReturnType<typeof givenTeam>>;
  let found: readonly string[];
  beforeAll(async () => {
    team = await givenTeam();
    const other = await givenTeam();
    await other.submit('A Paper Boat of another team');
    found = [await team.submit('a paper boat'), await team.submit('a PAPER BOAT, 100% wet')].toReversed();
    await team.submit('a boat of paper');
  });
  const search = async (text: string, more = '') => {
    const query = `prompt=${encodeURIComponent(text)}${more}`;
    const response = await team.browser.send(`/api/owners/${team.ownerId}/tasks?${query}`);
    const { data = [], next_cursor } = (await response.json()) as {
      data?: { id: string }[];
      next_cursor?: string;
    };
    return { status: response.status, ids: data.map(({ id }) => id), next: next_cursor };
  };

  test.each([
    ['paper boat', 2],
    ['PAPER', 3],
    ['100% w', 1],
    ['submarine', 0],
    ['%', 0],
  ])('for %s finds tasks of the team only, without wildcards', async (text, count) => {
    if (text.length === 1) return expect((await search(text)).status).toBe(400);
    const { ids } = await search(text);
    expect(ids).toHaveLength(count);
  });

  test('lists pages, newest first', async () => {
    const first = await search('paper boat', '&limit=1');
    expect(first.ids).toEqual(found.slice(0, 1));
    const second = await search('paper boat', `&limit=1&cursor=${first.next}`);
    expect(second.ids).toEqual(found.slice(1));
  });

  test('is limited for the whole team', async () => {
    const limited = await givenTeam();
    const path = `/api/owners/${limited.ownerId}/tasks?prompt=boat`;
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push((await limited.browser.send(path)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    expect((await limited.browser.send(`/api/owners/${limited.ownerId}/tasks`)).status).toBe(200);
  });
});

describe('a retry of a callback', () => {
  test.each([
    ['is due now if its attempt is hours away', { state: 'pending', due: '1 hour' }, 202],
    ['is rejected if the next attempt is near, or in progress', { state: 'pending', due: '5 seconds' }, 409],
    ['is rejected after the last attempt', { state: 'failed', due: '1 hour' }, 409],
  ] as const)('%s', async (_, { state, due }, expected) => {
    const team = await givenTeam();
    const { deliveryId } = await givenDelivery(server.connection, {
      url: 'https://a.example/hook',
      owner: team,
    });
    await server.connection.pool.query(
      'UPDATE deliveries SET status = $2, due_at = now() + $3::interval WHERE id = $1',
      [deliveryId, state, due],
    );
    const path = `/api/owners/${team.ownerId}/deliveries/${deliveryId}/retries`;
    expect((await team.browser.send(path, { method: 'POST' })).status).toBe(expected);
    const { rows } = await server.connection.pool.query<{ is_due: boolean }>(
      'SELECT due_at <= now() AS is_due FROM deliveries WHERE id = $1',
      [deliveryId],
    );
    expect(rows[0]?.is_due).toBe(expected === 202);
  });
});

test.each([
  ['30 days', 409],
  ['29 days', 202],
] as const)(
  'a redelivery of a callback that is %s old returns %i, however recent its last attempt',
  async (age, status) => {
    const team = await givenTeam();
    const url = 'https://a.example/hook';
    const { deliveryId } = await givenDelivery(server.connection, { url, owner: team });
    await server.connection.pool.query(
      `UPDATE deliveries SET status = 'failed', created_at = now() - $2::interval WHERE id = $1`,
      [deliveryId, age],
    );
    const path = `/api/owners/${team.ownerId}/deliveries/${deliveryId}/redeliveries`;
    expect((await team.browser.send(path, { method: 'POST' })).status).toBe(status);
  },
);

test('the balances of the ledger follow from its entries, page by page', async () => {
  const team = await givenTeam();
  await grantCredits(server.connection.database, { ownerId: team.ownerId, mode: 'live', amount: 500 });
  for (const credits of [7, 11, 13]) await team.submit('a kite', { credits });
  const path = `/api/owners/${team.ownerId}/ledger-entries`;
  type Page = {
    data: { kind: 'grant' | 'reserve'; amount: number; mode: string }[];
    next_cursor: string | null;
    balances: Record<'live' | 'test', { available: number }>;
  };
  const first = (await (await team.browser.send(`${path}?mode=live&limit=2`)).json()) as Page;
  let balance = first.balances.live.available;
  let page = first;
  for (;;) {
    for (const { kind, amount } of page.data) balance -= kind === 'grant' ? amount : -amount;
    if (page.next_cursor === null) break;
    const response = await team.browser.send(`${path}?mode=live&limit=2&cursor=${page.next_cursor}`);
    page = (await response.json()) as Page;
  }
  expect(balance).toBe(0);
});
