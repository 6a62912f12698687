import type { StateCheck } from '../behavior/state-check.ts';
import { type ObservedWork, rateWork } from '../behavior/work-observations.ts';

export const workUnreadable: StateCheck<ObservedWork> = {
  id: 'work-unreadable',
  title: 'Work that was just started cannot be read',
  explanation:
    'The response of a start has the id or the URL of its work, such as `Location` of a 202 (RFC 9110, section 15.3.3), and reading it fails, also after some tries. Clients that start work depend on it.',
  basis: 'promise',
  run({ started: { work, parameters }, readings, failure }) {
    if (!failure || readings.length > 0) return [];
    const { status } = failure.response;
    const id = Object.values(parameters).at(-1) ?? '';
    return [
      {
        operation: work.reader,
        exchange: failure,
        message: `The work ${id}, which was just started, returned ${status}.`,
        expected: 'its state',
        received: `${status}`,
        basis: rateWork(work),
      },
    ];
  },
};
