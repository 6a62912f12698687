import { expect, test } from 'vitest';
import { countReads } from '../../tests/support/count-reads.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { type AuditFilter, listAuditEvents } from './listing.queries.ts';

const { database, pool } = useDatabase();
const MINUTE_MS = 60_000;
const MAX_EXAMINED = 10_000;
/** Events of each owner. */
const COUNT = 25_000;

/** Time a number of minutes before the last event of the busy owner. */
const ago = (minutes: number) => new Date(Date.now() - (COUNT + minutes) * MINUTE_MS);

/** Stores one event a minute: first those of an owner, whose targets count from the last one, then those of another owner. */
async function givenLongLog(): Promise<string> {
  await pool.query(
    `INSERT INTO audit_events (created_at, actor_kind, actor_id, action, owner_id, target)
    SELECT now() - age * interval '1 minute', 'user', 'usr_' || age % 100, 'key.create',
      CASE WHEN age > $1 THEN 'own_busy' ELSE 'own_other' END, (age - $1)::text
    FROM generate_series(2 * $1::int, 1, -1) AS age ORDER BY age DESC`,
    [COUNT],
  );
  await pool.query('ANALYZE audit_events');
  return 'own_busy';
}

async function listAllPages(filter: AuditFilter) {
  const targets: string[] = [];
  let pages = 0;
  let before: number | undefined;
  do {
    const page = await listAuditEvents(database, { ...filter, before });
    targets.push(...page.events.map(({ target }) => target ?? ''));
    pages += 1;
    before = page.next;
  } while (before !== undefined);
  return { targets, pages };
}

test('a page reads a bounded number of events, for any filter', async () => {
  const ownerId = await givenLongLog();
  const filters: readonly Omit<AuditFilter, 'limit'>[] = [
    { ownerId, from: ago(0) },
    { ownerId, until: ago(COUNT + 1) },
    { ownerId, from: ago(COUNT / 2 + 1), until: ago(COUNT / 2) },
    { ownerId, action: 'owner.create' },
    { ownerId, actorId: 'usr_none' },
    { actorId: 'usr_7', action: 'owner.create' },
    { action: 'owner.create' },
    { from: ago(0) },
    { until: ago(COUNT + 1) },
  ];
  for (const filter of filters) {
    const { scans, rows } = await countReads(database, ['audit_events'], (on) =>
      listAuditEvents(on, { ...filter, limit: 50 }),
    );
    expect(scans, JSON.stringify(filter)).toBe(0);
    expect(rows, JSON.stringify(filter)).toBeLessThanOrEqual(MAX_EXAMINED + 2);
  }
});

test('pages of all filters together contain each selected event once', async () => {
  const ownerId = 'own_busy';
  const rare = await listAllPages({ ownerId, actorId: 'usr_7', limit: 100 });
  expect(rare.targets).toEqual(Array.from({ length: COUNT / 100 }, (_, index) => String(index * 100 + 7)));
  const none = await listAllPages({ ownerId, action: 'owner.create', limit: 100 });
  expect(none).toEqual({ targets: [], pages: COUNT / MAX_EXAMINED + 0.5 });
  const until = ago(19_990.5);
  const old = await listAllPages({ ownerId, from: ago(20_000.5), until, limit: 4 });
  expect(old).toEqual({
    targets: Array.from({ length: 10 }, (_, index) => String(19_991 + index)),
    pages: 3,
  });
});

test('events whose ids are not in the order of their times are found by time', async () => {
  // The second transaction began before the first one, and added its event later.
  await pool.query(
    `INSERT INTO audit_events (created_at, actor_kind, action, owner_id, target)
    VALUES (now() - interval '60 seconds', 'command-line', 'owner.create', 'own_slow', 'first'),
      (now() - interval '90 seconds', 'command-line', 'owner.create', 'own_slow', 'second')`,
  );
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const find = async (filter: Omit<AuditFilter, 'limit'>) =>
    (await listAllPages({ ownerId: 'own_slow', ...filter, limit: 10 })).targets;
  expect(await find({ from: secondsAgo(75) })).toEqual(['first']);
  expect(await find({ until: secondsAgo(75) })).toEqual(['second']);
});
