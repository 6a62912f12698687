import type { StateCheck } from '../behavior/state-check.ts';
import { type ObservedWork, rateWork } from '../behavior/work-observations.ts';

const NOT_FOUND = 404;

export const workUnreadable: StateCheck<ObservedWork> = {
  id: 'work-unreadable',
  title: 'Work that was started cannot be read',
  explanation:
    'The response of a start has the id or the URL of its work, such as `Location` of a 202 (RFC 9110, section 15.3.3), and reading it fails, also after some tries, or it is gone before it has ended. Clients that start work depend on it. Work that has expired may be gone: after the time in its last state, or with 410.',
  basis: 'promise',
  run({ started: { work, parameters }, readings, failure }) {
    if (!failure) return [];
    const { status } = failure.response;
    const last = readings.at(-1);
    // Another failure of a read that has succeeded before is not about the work.
    if (last && status !== NOT_FOUND) return [];
    const id = Object.values(parameters).at(-1) ?? '';
    return [
      {
        operation: work.reader,
        exchange: failure,
        message: `The work ${id}, which ${last ? `was ${last.word}` : 'was just started'}, returned ${status}.`,
        expected: 'its state',
        received: `${status}`,
        basis: rateWork(work),
      },
    ];
  },
};
