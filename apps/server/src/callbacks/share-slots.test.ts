import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DueDelivery, type SlotLimits, type SlotUse, shareSlots } from './share-slots.ts';

const LIMITS: SlotLimits = { slots: 256, perOwner: 8, perHost: 32 };

/** Due deliveries of an owner to a host, all due for as long. */
function givenDue(ownerId: string, count: number, { host = 'shared.example', waitedSeconds = 1 } = {}) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${ownerId}/${host}/${index}`,
    ownerId,
    host,
    waitedSeconds,
  }));
}

/** How many of the chosen deliveries each owner has. */
function byOwner(chosen: readonly SlotUse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ownerId } of chosen) counts[ownerId] = (counts[ownerId] ?? 0) + 1;
  return counts;
}

test('an owner alone gets its whole share', () => {
  expect(shareSlots(givenDue('a', 20), [], LIMITS)).toHaveLength(8);
});

test('owners of one host share it evenly, regardless of their waiting times', () => {
  const owners = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const due = owners.flatMap((owner, index) => givenDue(owner, 20, { waitedSeconds: 100 - index }));
  const counts = Object.values(byOwner(shareSlots(due, [], LIMITS)));
  expect(counts).toHaveLength(owners.length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
});

test('the owner with the fewest under way is first, then the longest due', () => {
  const due = [
    ...givenDue('busy', 1, { host: 'a.example', waitedSeconds: 9 }),
    ...givenDue('later', 1, { host: 'b.example', waitedSeconds: 1 }),
    ...givenDue('earlier', 2, { host: 'c.example', waitedSeconds: 5 }),
  ];
  const running = [{ ownerId: 'busy', host: 'x.example' }];
  const chosen = shareSlots(due, running, { ...LIMITS, slots: 5 });
  expect(chosen.map(({ ownerId }) => ownerId)).toEqual(['earlier', 'later', 'busy']);
});

test('a full host keeps nothing from the other hosts of its owners', () => {
  const running = Array.from({ length: 32 }, (_, index) => ({
    ownerId: `o${index}`,
    host: 'full.example',
  }));
  const due = [...givenDue('a', 3, { host: 'full.example' }), ...givenDue('a', 2, { host: 'free.example' })];
  expect(shareSlots(due, running, LIMITS).map(({ host }) => host)).toEqual(['free.example', 'free.example']);
});

const use = fc.record({
  ownerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  host: fc.constantFrom('one.example', 'two.example', 'three.example'),
});

const limits = fc.record({
  slots: fc.integer({ min: 1, max: 12 }),
  perOwner: fc.integer({ min: 1, max: 4 }),
  perHost: fc.integer({ min: 1, max: 6 }),
});

/** Deliveries that begin one after the other, each time after what is under way has been shared. */
function fill(due: readonly DueDelivery[], bounds: SlotLimits): SlotUse[] {
  const running: DueDelivery[] = [];
  for (;;) {
    const waiting = due.filter((delivery) => !running.includes(delivery));
    const chosen = shareSlots(waiting, running, bounds);
    if (chosen.length === 0) return running;
    running.push(...chosen);
  }
}

test('no limit is exceeded, and no owner without a slot waits where one is free', () => {
  fc.assert(
    fc.property(fc.array(use, { maxLength: 60 }), limits, (uses, bounds) => {
      const due = uses.map((entry, index) => ({ ...entry, id: String(index), waitedSeconds: index }));
      const running = fill(due, bounds);
      const count = (key: keyof SlotUse, value: string) =>
        running.filter((entry) => entry[key] === value).length;
      expect(running.length).toBeLessThanOrEqual(bounds.slots);
      for (const { ownerId, host } of due) {
        expect(count('ownerId', ownerId)).toBeLessThanOrEqual(bounds.perOwner);
        expect(count('host', host)).toBeLessThanOrEqual(bounds.perHost);
      }
      const isStarved = ({ ownerId, host }: SlotUse) =>
        count('ownerId', ownerId) === 0 &&
        count('host', host) < bounds.perHost &&
        running.length < bounds.slots;
      expect(due.filter(isStarved)).toEqual([]);
    }),
  );
});
