import type { StateCheck } from '../behavior/state-check.ts';
import { type CancelledWork, formatWords } from '../behavior/work-observations.ts';

export const workUncancelled: StateCheck<CancelledWork> = {
  id: 'work-uncancelled',
  title: 'Cancelled work goes on',
  explanation:
    'The operation that cancels work accepted the request, and the work was still waiting as long as the gate read it. It may end with success if it was faster than the cancellation.',
  basis: 'convention',
  run({ started: { work }, readings, isUnfinished, cancellation }) {
    const last = readings.at(-1);
    if (!isUnfinished || !last) return [];
    const { status } = cancellation.response;
    return [
      {
        operation: work.cancel?.operation ?? work.reader,
        exchange: last.exchange,
        message: `Work was ${last.word} after its cancellation, which returned ${status}.`,
        expected: work.states.cancelled.join(' or ') || 'an end',
        received: formatWords(readings),
      },
    ];
  },
};
