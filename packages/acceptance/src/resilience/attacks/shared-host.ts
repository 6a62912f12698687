// Four owners whose callbacks to a shared host hang, and a fifth whose callback to the same host would be answered.
import type { Attack } from './attack.ts';
import { startCallbackAttack } from './callback-attack.ts';

const OWNERS = 4;
/** Each owner has more than its share of the host's 32 slots, so that what hangs is followed by more of it. */
const CALLBACKS = 24;
/** An owner has at most 8 slots, so this many are under way once the host is as full as it gets. */
const UNDER_WAY = 24;

/** Measures the seconds until the fifth owner's callback arrives. */
export const sharedHost: Attack = async () => {
  await using attack = await startCallbackAttack();
  const { receiver } = attack;
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => attack.createOwner()));
  const fifth = await attack.createOwner();
  receiver.answer(
    '/hang',
    Array.from({ length: 10 * OWNERS * CALLBACKS }, () => 'no response' as const),
  );
  const hanging = Array.from({ length: CALLBACKS }, () => `${receiver.url}/hang`);
  await Promise.all(owners.map((owner) => attack.endTasks(owner, hanging)));
  await receiver.waitForDeliveries('/hang', UNDER_WAY);
  const began = performance.now();
  await attack.endTasks(fifth, [`${receiver.url}/prompt`]);
  await receiver.waitForDeliveries('/prompt', 1);
  const figure = Math.round((performance.now() - began) / 100) / 10;
  return {
    before: '41.2 s',
    after: `${figure} s`,
    bound: '5 s',
    isWithinBound: figure <= 5,
  };
};
