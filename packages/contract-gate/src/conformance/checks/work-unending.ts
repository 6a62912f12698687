import type { StateCheck } from '../behavior/state-check.ts';
import { formatWords, type ObservedWork } from '../behavior/work-observations.ts';

export const workUnending: StateCheck<ObservedWork> = {
  id: 'work-unending',
  title: 'Work did not end while the gate waited',
  explanation:
    'Work that an operation started was still in a state that waits after ten seconds, or a fifth of the remaining time, which is the only limit with `--phase`. Work that never ends lets every client wait in vain. Let the tested server do its work faster, or describe `Retry-After`, which the gate follows.',
  basis: 'untested',
  run({ started: { work }, readings, isUnfinished }) {
    const last = readings.at(-1);
    if (!isUnfinished || !last) return [];
    const { success, ended } = work.states;
    return [
      {
        operation: work.reader,
        exchange: last.exchange,
        message: `Work was ${last.word} after ${readings.length} reads, so its end and its result were not tested.`,
        expected: [...success, ...ended].join(' or ') || 'an end',
        received: formatWords(readings),
      },
    ];
  },
};
