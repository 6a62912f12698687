import { expect, test } from 'vitest';
import { RoomByOwner } from './room-by-owner.ts';

test.each([
  { total: 4, perOwner: 4, entries: 'aaaa', entered: 'aa' },
  { total: 4, perOwner: 1, entries: 'aabb', entered: 'ab' },
  { total: 6, perOwner: 6, entries: 'aaaabbbc', entered: 'aaabbc' },
])(
  'with $total in total and $perOwner of one owner, of $entries enter $entered',
  ({ entries, entered, ...room }) => {
    const shared = new RoomByOwner(room);
    expect([...entries].filter((owner) => shared.enter(owner)).join('')).toBe(entered);
    expect(shared.count).toBe(entered.length);
  },
);

test('an owner that leaves makes room, and one that is not known may have all that is left', () => {
  const shared = new RoomByOwner({ total: 3, perOwner: 1 });
  shared.add('a');
  expect([shared.hasRoom('a'), shared.hasRoom('b'), shared.hasRoom(undefined)]).toEqual([false, true, false]);
  shared.leave('a');
  expect([shared.countOf('a'), shared.hasRoom('a'), shared.hasRoom(undefined)]).toEqual([0, true, true]);
});
