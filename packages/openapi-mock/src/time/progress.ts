// Moves a resource through its states as time passes.
import type { StateMachine } from '@keyframe/openapi-resources';
import type { Pace } from '../request/preferences.ts';
import type { Progress } from '../state/world.ts';

/** Milliseconds that a resource stays in a state before the next one; `manual` waits for a call. */
export const STEP_MS: Readonly<Record<Pace, number>> = {
  real: 3_000,
  fast: 30,
  manual: Number.POSITIVE_INFINITY,
};

/** Milliseconds after its start until the result of work is gone: a day. */
const LIFETIME_MS = 86_400_000;

/** The wishes for a progress. */
export interface ProgressStart {
  pace: Pace;
  now: number;
  outcome: string | undefined;
  hold?: number | undefined;
}

/** Starts the progress of a new resource; `outcome` is another final state than the usual one, or `failure`, `cancelled` or `expired`. */
export function startProgress(
  { course, states, ends }: Pick<StateMachine, 'course' | 'ends' | 'states'>,
  { pace, now, outcome = '', hold = 0 }: ProgressStart,
): Progress {
  const end = states.find((state) => state === outcome) ?? ends.get(outcome);
  const way = end === undefined ? course : [...course.slice(0, -1).filter((state) => state !== end), end];
  // Without a state for it, work expires by being gone at its end.
  const isGone = outcome === 'expired' && end === undefined;
  const expiresAt = isGone ? now : now + LIFETIME_MS;
  return { course: way, index: 0, pace, hold, since: now, outcome, expiresAt };
}

/** Returns a progress that has ended in a state. */
export function endProgress(state: string, former: Progress | undefined): Progress {
  const ended = { course: [state], index: 0, pace: 'manual', hold: 0, since: 0, outcome: state } as const;
  return { ...ended, expiresAt: former?.expiresAt };
}

/** Lists the states that have been entered until now, and the time at which the last of them was. */
export function listDueStates(progress: Progress, now: number): { states: string[]; since: number } {
  const states: string[] = [];
  let { index, since } = progress;
  for (let due = findDueTime({ ...progress, index, since }); due <= now; ) {
    index += 1;
    since = due;
    states.push(progress.course[index] ?? '');
    due = findDueTime({ ...progress, index, since });
  }
  return { states, since };
}

/** Returns the time of the next state; infinite if none follows on its own. */
export function findDueTime({ course, index, pace, hold, since }: Progress): number {
  if (index >= course.length - 1) return Number.POSITIVE_INFINITY;
  return since + STEP_MS[pace] + (index === course.length - 2 ? hold : 0);
}

/** Reports whether no state follows. */
export function isFinal({ course, index }: Progress): boolean {
  return index >= course.length - 1;
}
