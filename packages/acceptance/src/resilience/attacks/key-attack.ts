// Submissions of one owner with many keys, each of which has a limit of its own.
import { createAccount } from '../../support/account.ts';
import { startService } from '../../support/service.ts';
import type { Attack } from './attack.ts';
import { submit } from './submit-task.ts';

const KEYS = 30;
const PER_KEY = 60;
/** The limit of an owner and mode, what comes back of it within the minute, and the first burst. */
const MOST = 1_300;

/** Counts the submissions of a minute that are accepted. */
export const manyKeys: Attack = async () => {
  await using service = await startService({ env: { RATE_CREATE: '60' } });
  const { ownerId } = await createAccount(service.operator, { credits: 1_000_000 });
  const keys = await Promise.all(
    Array.from({ length: KEYS }, () => service.operator.createKey(ownerId, 'test')),
  );
  let accepted = 0;
  const startedAt = performance.now();
  await Promise.all(
    keys.map(async ({ key }) => {
      for (let count = 0; count < PER_KEY; count += 1) {
        const { status } = await submit(service, key, { prompt: '#sandbox:fail=content_rejected' });
        if (status === 202) accepted += 1;
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    before: `${KEYS * PER_KEY} of ${KEYS * PER_KEY}: 60,000 a minute with 1,000 keys`,
    after: `${accepted} of ${KEYS * PER_KEY} accepted within ${seconds.toFixed(0)} s`,
    bound: `${MOST} a minute`,
    isWithinBound: accepted <= MOST * Math.max(1, seconds / 60),
  };
};
