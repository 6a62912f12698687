/** Decides which of the due jobs a process takes. */
import type { DueJob } from './jobs.queries.ts';

/** Jobs of one stage that a process holds at once, at most. */
export interface JobLimits {
  readonly all: number;
  readonly perOwner: number;
  /** Jobs whose previous worker died. */
  readonly suspects: number;
}

/**
 * Chooses the first jobs that have room. Jobs whose process has died may be why it died, and have a share of their own.
 */
export function chooseJobs(
  due: readonly DueJob[],
  running: readonly DueJob[],
  { all, perOwner, suspects }: JobLimits,
): DueJob[] {
  const chosen: DueJob[] = [];
  const ofOwner = new Map<string, number>();
  let suspectsTaken = 0;
  const take = ({ ownerId, deaths }: DueJob) => {
    ofOwner.set(ownerId, (ofOwner.get(ownerId) ?? 0) + 1);
    if (deaths > 0) suspectsTaken += 1;
  };
  running.forEach(take);
  for (const job of due) {
    if (running.length + chosen.length >= all) break;
    const hasRoom =
      (ofOwner.get(job.ownerId) ?? 0) < perOwner && (job.deaths === 0 || suspectsTaken < suspects);
    if (!hasRoom) continue;
    take(job);
    chosen.push(job);
  }
  return chosen;
}

/**
 * The share of the slots, at least one, for jobs whose process died: a second death fails a job, and one that is to blame
 * shall take few with it that are not.
 */
const SUSPECT_SHARE = 1 / 4;

/** Counts the slots that jobs whose process died may have, of all of a mode. */
export function countSuspects(slots: number): number {
  return Math.max(1, Math.floor(slots * SUSPECT_SHARE));
}
