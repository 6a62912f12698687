/** Due jobs from which a process claims. One search serves many claims: it takes a step for each owner that waits. */
import type { Database } from '../db/database.ts';
import { chooseJobs, type JobLimits } from './choose-jobs.ts';
import { claimJobs, type DueJob, findDueJobs, type Job, type Line } from './jobs.queries.ts';

export interface JobBacklogOptions extends Line {
  readonly leaseMs: number;
}

/** Multiple of an owner's share that is searched, for the claims after the first one. */
const SEARCH_DEPTH = 2;
/** How long what a search found is used: owners that came later wait no longer. */
const MAX_AGE_MS = 500;

export class JobBacklog {
  readonly #database: Database;
  readonly #options: JobBacklogOptions;
  /** Jobs that the last search found and that are not claimed yet, in the order of their claims. */
  #found: readonly DueJob[] = [];
  /** What was found may be used until then. */
  #untilMs = Number.NEGATIVE_INFINITY;

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
    if (performance.now() >= this.#untilMs) await this.#search(running, limits);
    const chosen = new Set(chooseJobs(this.#found, running, limits).map(({ taskId }) => taskId));
    if (chosen.size === 0) return [];
    this.#found = this.#found.filter(({ taskId }) => !chosen.has(taskId));
    const claimed = await claimJobs(this.#database, [...chosen], this.#options);
    // More may wait than a search finds, or another process claims from the same backlog.
    if (this.#found.length === 0 || claimed.length < chosen.size) this.forget();
    return claimed;
  }

  async #search(running: readonly DueJob[], { perOwner, suspects }: JobLimits): Promise<void> {
    this.#untilMs = performance.now() + MAX_AGE_MS;
    this.#found = await findDueJobs(this.#database, {
      ...this.#options,
      perOwner: perOwner * SEARCH_DEPTH,
      suspects: running.filter(({ deaths }) => deaths > 0).length < suspects,
    });
  }
}
