/** Due jobs from which a process claims. One search serves many claims: it takes a step for each owner that waits. */
import type { Database } from '../db/database.ts';
import { chooseJobs, type JobLimits } from './choose-jobs.ts';
import { claimJobs, type DueJob, findDueJobs, type Job, type WorkerStage } from './jobs.queries.ts';

export interface JobBacklogOptions extends WorkerStage {
  readonly leaseMs: number;
}

/** Multiple of an owner's share that is searched, for the claims after the first one. */
const SEARCH_DEPTH = 2;
/** Claims of one round: the second one if another process has taken a job that the first one chose. */
const ATTEMPTS = 2;
/** How long what a search found is used: owners that came later wait no longer. */
const MAX_AGE_MS = 500;
/**
 * While someone holds a snapshot, as a backup does, a search reads all jobs that have ended since, and takes the longer the
 * more they are. One that takes PostgreSQL long is followed by a pause of a multiple of its time, unless it found enough; a
 * pause is no longer than what a search found is used.
 */
const LONG_MS = 25;
const PAUSE = 9;

export class JobBacklog {
  readonly #database: Database;
  readonly #options: JobBacklogOptions;
  /** Jobs that the last search found and that are not claimed yet, in the order of their claims. */
  #found: readonly DueJob[] = [];
  /** Nothing is searched for before, as long as no other job can be taken. */
  #untilMs = Number.NEGATIVE_INFINITY;
  #pausedMs = Number.NEGATIVE_INFINITY;

  constructor(database: Database, options: JobBacklogOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Has the next claim search anew, since another job can be taken. */
  forget(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }

  /** Claims what has room beside what is running. */
  async claim(running: readonly DueJob[], limits: JobLimits): Promise<Job[]> {
    const claimed: Job[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const held = [...running, ...claimed];
      if (performance.now() >= Math.max(this.#untilMs, this.#pausedMs)) await this.#search(held, limits);
      const chosen = chooseJobs(this.#found, held, limits).map(({ taskId }) => taskId);
      if (chosen.length === 0) break;
      const taken = await this.#claimFound(chosen);
      claimed.push(...taken);
      if (taken.length === chosen.length) break;
      // Another process claims from the same backlog: what is left of this search is out of date.
      this.forget();
    }
    return claimed;
  }

  async #claimFound(taskIds: readonly string[]): Promise<Job[]> {
    const chosen = new Set(taskIds);
    this.#found = this.#found.filter(({ taskId }) => !chosen.has(taskId));
    // More may wait than a search finds.
    if (this.#found.length === 0) this.forget();
    return claimJobs(this.#database, taskIds, this.#options);
  }

  async #search(running: readonly DueJob[], { all, perOwner, suspects }: JobLimits): Promise<void> {
    this.#untilMs = performance.now() + MAX_AGE_MS;
    const { jobs, tookMs } = await findDueJobs(this.#database, {
      ...this.#options,
      perOwner: perOwner * SEARCH_DEPTH,
      suspects: running.filter(({ deaths }) => deaths > 0).length < suspects,
    });
    this.#found = jobs;
    const isPaused = tookMs > LONG_MS && jobs.length < all;
    this.#pausedMs = performance.now() + (isPaused ? Math.min(tookMs * PAUSE, MAX_AGE_MS) : 0);
  }
}
