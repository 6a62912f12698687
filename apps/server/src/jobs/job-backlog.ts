import { Backlog } from '@keyframe/fairness';
import type { Database } from '../db/database.ts';
import { chooseJobs, type JobLimits } from './choose-jobs.ts';
import { claimJobs, type DueJob, findDueJobs, type Job, type WorkerStage } from './jobs.queries.ts';

export interface JobBacklogOptions extends WorkerStage {
  readonly leaseMs: number;
}

/** Multiple of an owner's share that is searched, for the claims after the first one. */
const SEARCH_DEPTH = 2;
const MAX_AGE_MS = 500;
/** Time of PostgreSQL. */
const LONG_MS = 25;

export type JobBacklog = Backlog<DueJob, DueJob, Job, JobLimits>;

/** Creates the due jobs from which a process claims. */
export function createJobBacklog(database: Database, options: JobBacklogOptions): JobBacklog {
  return new Backlog(
    {
      async search(running: readonly DueJob[], { all, perOwner, suspects }: JobLimits) {
        const { jobs, tookMs } = await findDueJobs(database, {
          ...options,
          perOwner: perOwner * SEARCH_DEPTH,
          suspects: running.filter(({ deaths }) => deaths > 0).length < suspects,
        });
        return { due: jobs, tookMs, isFull: jobs.length >= all };
      },
      choose: chooseJobs,
      claim: (chosen) =>
        claimJobs(
          database,
          chosen.map(({ taskId }) => taskId),
          options,
        ),
    },
    { maxAgeMs: MAX_AGE_MS, longMs: LONG_MS, isWaiting: false },
  );
}
