import { describeCourse } from '@keyframe/openapi-resources';
import type { StateCheck } from '../behavior/state-check.ts';
import { formatWords, type ObservedWork } from '../behavior/work-observations.ts';

export const workGoesBack: StateCheck<ObservedWork> = {
  id: 'work-goes-back',
  title: 'Work returned to an earlier state',
  explanation:
    'Work that had begun was later in a state that comes before, such as queued after running. Clients show progress by the states. The order of states is that of their words; a state such as retrying in between permits it.',
  basis: 'convention',
  run({ started: { work }, readings }) {
    const { course } = describeCourse(work.states);
    const positions = readings.map(({ word = '' }) => course.indexOf(word));
    const index = positions.findIndex(
      (position, at) => at > 0 && position >= 0 && position < (positions[at - 1] ?? 0),
    );
    const reading = readings[index];
    if (!reading) return [];
    return [
      {
        operation: work.reader,
        exchange: reading.exchange,
        message: `Work was ${reading.word} after ${readings[index - 1]?.word}.`,
        expected: course.join(', '),
        received: formatWords(readings),
      },
    ];
  },
};
