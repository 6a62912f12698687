import type { StateCheck } from '../behavior/state-check.ts';
import { type ObservedWork, rateWork } from '../behavior/work-observations.ts';

export const workLeavesEnd: StateCheck<ObservedWork> = {
  id: 'work-leaves-end',
  title: 'Work left its final state',
  explanation:
    'Work had succeeded, failed or was cancelled, and later it waits again or has another outcome, although no request changed it. Clients stop reading work at its end, and act on its outcome. Work that expires later is fine.',
  basis: 'promise',
  run({ started: { work }, readings, later }) {
    const end = readings.at(-1);
    const left = later.find(
      ({ phase, word }) => word !== end?.word && phase !== 'cancelled' && phase !== 'unknown',
    );
    if (!end || !left) return [];
    return [
      {
        operation: work.reader,
        exchange: left.exchange,
        message: `Work was ${left.word} after it had ended as ${end.word}.`,
        expected: `${end.word}`,
        received: `${left.word}`,
        basis: rateWork(work),
      },
    ];
  },
};
