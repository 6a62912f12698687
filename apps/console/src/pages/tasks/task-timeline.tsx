import type { TimelineEntry } from '@keyframe/console-contract/client';
import type { Tone } from '../../components/badge.tsx';
import { readable } from '../../components/statuses.tsx';
import { formatDuration, formatInstant } from '../../format.ts';
import styles from './task.module.css';

const TONES: Partial<Record<TimelineEntry['state'], Tone>> = {
  generating: 'info',
  completed: 'success',
  callback_delivered: 'success',
  refunded: 'info',
  failed: 'danger',
  refund_failed: 'danger',
  callback_failed: 'danger',
};

/** The states that a task reached: the first with its time, the others with how long after the one before. */
export function TaskTimeline({ timeline }: { readonly timeline: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {timeline.map(({ state, at }, index) => {
        const before = timeline[index - 1];
        const instant = formatInstant(new Date(at));
        return (
          <li key={`${state} ${at}`} data-tone={TONES[state]}>
            <span>{readable(state)}</span>
            <time dateTime={at} title={instant}>
              {before === undefined ? instant : `+${formatDuration(Date.parse(at) - Date.parse(before.at))}`}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
