import type { Job } from './jobs.queries.ts';

/** Jobs that are generated at once in this process, over all owners and of one. */
export interface Slots {
  readonly all: number;
  readonly perOwner: number;
  /** How often free slots look for a job, in milliseconds; 500 by default. */
  readonly pollMs?: number;
}

/** How a job ended for now: its task did, or it is not to be taken again before `delayMs` from now. */
export type JobEnd = { readonly kind: 'ended' } | { readonly kind: 'later'; readonly delayMs: number };

/** References that were fetched; disposing of them deletes them. */
export interface Fetched<TFetched extends AsyncDisposable> {
  readonly kind: 'fetched';
  readonly fetched: TFetched;
}

/**
 * Does what a job needs. A rejection puts it back, to be taken again a second later; each time after twice as long, up
 * to half a minute. The signal fires when the process stops or has lost the lease.
 */
export interface JobHandler<TFetched extends AsyncDisposable> {
  /** Fetches the references of a job, before it has a slot. While `isCrowded`, no other job can be fetched. */
  fetch(job: Job, signal: AbortSignal, isCrowded: () => boolean): Promise<JobEnd | Fetched<TFetched>>;
  /** Generates; `fetched` is absent for a job without references. The queue disposes of it afterwards. */
  generate(job: Job, fetched: TFetched | undefined, signal: AbortSignal): Promise<JobEnd>;
}
