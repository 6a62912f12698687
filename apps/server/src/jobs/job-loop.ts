/**
 * Takes jobs, and puts back those of processes that died: one round after another. Leases are renewed on a timer of their
 * own, so that a long round does not let them end.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { Mode } from '../db/tables.ts';
import { type Repetition, repeat } from '../periodic/repeat.ts';
import { createErrorLog } from '../telemetry/error-log.ts';
import type { Log } from '../telemetry/log.ts';
import { countSuspects, type JobLimits } from './choose-jobs.ts';
import { DatabaseTrouble } from './database-trouble.ts';
import { createJobBacklog, type JobBacklog } from './job-backlog.ts';
import type { JobEnd, JobHandler, Slots } from './job-handler.ts';
import {
  type Job,
  markFetched,
  putBack,
  putBackDead,
  putBackOthers,
  renewLeases,
  type Stage,
} from './jobs.queries.ts';

interface LoopServices {
  readonly database: Database;
  readonly log: Log;
  readonly leaseMs: number;
}

/** A job that this process holds. */
interface Run<TFetched> {
  readonly job: Job;
  readonly mode: Mode;
  readonly losing: AbortController;
  stage: Stage | 'fetched';
  fetched: TFetched | undefined;
  /** Resolves when nothing is done for it any more; for a fetched one, until it has a slot. */
  ended: Promise<void>;
}

/** Slots and state of one mode. */
interface Lane {
  readonly mode: Mode;
  readonly slots: Slots;
  readonly backlogs: Readonly<Record<Stage, JobBacklog>>;
  polledAt: number;
  isWoken: boolean;
}

const POLL_MS = 500;
/** Leases are renewed so often within their time that one renewal may fail. */
const RENEWALS_PER_LEASE = 3;
/**
 * Pause between searches for jobs to return to the queue, as a multiple of the time of one. While someone holds a snapshot, as a backup
 * does, a search reads all that was renewed since.
 */
const PAUSE = 9;
/**
 * Fetches mostly wait for sockets, which is cheap. Bytes and time of each are limited by its kind and size, and while all
 * fetches are taken, slow ones return to the queue.
 */
const FETCHES: Slots = { all: 128, perOwner: 8 };
const FETCH_STAGES = ['fetching', 'fetched'] as const;
/** Jobs at once that are fetched after the death of their process: a second death fails a job. */
const FETCH_SUSPECTS = 4;
const FIRST_RETRY_MS = 1_000;
/** Longest pause between retries: while results cannot be stored, each attempt generates again. */
const LONGEST_RETRY_MS = 30_000;

/** The loop of one process. */
export class JobLoop<TFetched extends AsyncDisposable> {
  readonly #services: LoopServices;
  readonly #handler: JobHandler<TFetched>;
  readonly #worker = randomUUID();
  readonly #runs = new Set<Run<TFetched>>();
  readonly #lanes: readonly Lane[];
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #renewals: Repetition | undefined;
  /** Time of the next search for jobs to return to the queue. */
  #putBackAt = Number.NEGATIVE_INFINITY;
  readonly #renewalMs: number;
  readonly #logError: (error: unknown) => void;
  /** After it, jobs of others are left alone for the time of a lease, as these may have been unable to renew theirs. */
  readonly #trouble: DatabaseTrouble;

  constructor(services: LoopServices, slots: Readonly<Record<Mode, Slots>>, handler: JobHandler<TFetched>) {
    this.#services = services;
    this.#handler = handler;
    const { database, leaseMs, log } = services;
    this.#logError = createErrorLog(log, 'jobs could not be taken');
    this.#renewalMs = leaseMs / RENEWALS_PER_LEASE;
    this.#trouble = new DatabaseTrouble(this.#renewalMs);
    const backlog = (mode: Mode, stage: Stage) =>
      createJobBacklog(database, { worker: this.#worker, mode, stage, leaseMs });
    const lane = (mode: Mode): Lane => ({
      mode,
      slots: slots[mode],
      backlogs: { generating: backlog(mode, 'generating'), fetching: backlog(mode, 'fetching') },
      polledAt: Number.NEGATIVE_INFINITY,
      isWoken: true,
    });
    this.#lanes = [lane('live'), lane('test')];
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), Math.min(POLL_MS, this.#renewalMs));
    const options = { everyMs: this.#renewalMs, log: this.#services.log };
    this.#renewals = repeat(() => this.#renewLeases(), options);
    this.#look();
  }

  /** Looks for jobs of a mode at once, since there are other ones than before. */
  wake(mode: Mode): void {
    for (const { backlogs } of this.#lanes.filter((lane) => lane.mode === mode)) {
      for (const backlog of Object.values(backlogs)) backlog.forget();
    }
    this.#lookInMode(mode);
  }

  #lookInMode(mode: Mode): void {
    for (const lane of this.#lanes) if (lane.mode === mode) lane.isWoken = true;
    this.#look();
  }

  async stop(timeoutMs: number): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort(new Error('The worker is stopping.'));
    await Promise.all([this.#round, this.#renewals?.stop()]);
    const runs = [...this.#runs];
    // A run that takes no notice must not keep the process; what it comes to later changes nothing.
    const patience = new AbortController();
    await Promise.race([
      Promise.all(runs.map(({ ended }) => ended)),
      delay(timeoutMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    await Promise.all(runs.map(({ fetched }) => fetched?.[Symbol.asyncDispose]()));
    const { database, log } = this.#services;
    await putBackOthers(database, { worker: this.#worker, taskIds: [] }).catch((error: unknown) =>
      log.error({ err: error }, 'the jobs of this worker could not be returned to the queue'),
    );
  }

  #look(): void {
    if (this.#round !== undefined || this.#stopping.signal.aborted) return;
    this.#round = this.#runRound()
      .catch((error: unknown) => {
        // The next poll asks again.
        for (const lane of this.#lanes) lane.isWoken = false;
        this.#logError(error);
      })
      .finally(() => {
        this.#round = undefined;
        if (this.#lanes.some(({ isWoken }) => isWoken)) this.#look();
      });
  }

  async #runRound(): Promise<void> {
    if (performance.now() >= this.#putBackAt) {
      const startedAt = performance.now();
      await this.#putBackJobs();
      const tookMs = performance.now() - startedAt;
      this.#putBackAt = performance.now() + Math.max(this.#renewalMs, tookMs * PAUSE);
    }
    for (const lane of this.#lanes) {
      const { isWoken, polledAt, slots } = lane;
      if (!isWoken && performance.now() - polledAt < (slots.pollMs ?? POLL_MS)) continue;
      lane.isWoken = false;
      lane.polledAt = performance.now();
      await this.#trouble.watch(() => this.#claim(lane));
    }
  }

  async #renewLeases(): Promise<void> {
    if (this.#runs.size === 0) return;
    const { database, leaseMs } = this.#services;
    const runs = [...this.#runs];
    const taskIds = runs.map(({ job }) => job.taskId);
    const held = { worker: this.#worker, taskIds };
    const renewed = await this.#trouble.watch(() => renewLeases(database, { ...held, leaseMs }));
    const kept = new Map(renewed.map(({ taskId, attempt }) => [taskId, attempt]));
    for (const run of runs) {
      if (kept.get(run.job.taskId) !== run.job.attempt) await this.#lose(run);
    }
  }

  /** Its task has ended meanwhile, or another process has taken it. */
  async #lose(run: Run<TFetched>): Promise<void> {
    run.losing.abort(new Error('The lease of the job is lost.'));
    if (run.stage !== 'fetched') return;
    this.#runs.delete(run);
    await run.fetched?.[Symbol.asyncDispose]();
  }

  async #putBackJobs(): Promise<void> {
    const { database, leaseMs, log } = this.#services;
    const held = { worker: this.#worker, taskIds: [...this.#runs].map(({ job }) => job.taskId) };
    // A claim whose answer got lost with its connection is nobody's death.
    await this.#trouble.watch(() => putBackOthers(database, held));
    if (!this.#trouble.isOver(leaseMs)) return;
    for (const { taskId, deaths } of await putBackDead(database, this.#worker)) {
      log.warn({ taskId, deaths }, 'the process that held a job died: the job returns to the queue');
    }
  }

  async #claim(lane: Lane): Promise<void> {
    const { all, perOwner } = lane.slots;
    await this.#claimStage(lane, 'generating', { all, perOwner, suspects: countSuspects(all) });
    // References fetched beyond the next jobs to run only wait here, while another process may have a slot: then an
    // owner gets one at most.
    const isAhead = this.#listRuns(lane.mode, ['fetched']).length >= all;
    await this.#claimStage(lane, 'fetching', {
      all: FETCHES.all,
      perOwner: isAhead ? 1 : FETCHES.perOwner,
      suspects: FETCH_SUSPECTS,
    });
  }

  #listRuns(mode: Mode, stages: readonly Run<TFetched>['stage'][]): Run<TFetched>[] {
    return [...this.#runs].filter((run) => run.mode === mode && stages.includes(run.stage));
  }

  async #claimStage({ mode, backlogs }: Lane, stage: Stage, limits: JobLimits): Promise<void> {
    const running = stage === 'fetching' ? this.#listRuns(mode, FETCH_STAGES) : this.#listRuns(mode, [stage]);
    if (running.length >= limits.all || this.#stopping.signal.aborted) return;
    const held = running.map(({ job }) => job);
    for (const job of await backlogs[stage].claim(held, limits)) {
      const fetched = [...this.#runs].find(
        (run) => run.job.taskId === job.taskId && run.job.attempt === job.attempt,
      );
      const losing = new AbortController();
      const run = fetched ?? { job, mode, losing, stage, fetched: undefined, ended: Promise.resolve() };
      run.stage = stage;
      this.#runs.add(run);
      run.ended = this.#execute(run);
    }
  }

  async #execute(run: Run<TFetched>): Promise<void> {
    const { log } = this.#services;
    const { taskId, attempt } = run.job;
    const signal = AbortSignal.any([this.#stopping.signal, run.losing.signal]);
    try {
      const end =
        run.stage === 'fetching' ? await this.#fetch(run, signal) : await this.#generate(run, signal);
      if (end.kind === 'later') await this.#putBack(run, end.delayMs);
    } catch (error) {
      if (signal.aborted) log.info({ taskId }, 'a job is handed back');
      else
        await this.#retry(run, error).catch((cause: unknown) => log.error({ taskId, attempt, err: cause }));
    } finally {
      if (run.stage === 'fetched') this.wake(run.mode);
      else {
        this.#runs.delete(run);
        this.#lookInMode(run.mode);
      }
    }
  }

  async #fetch(run: Run<TFetched>, signal: AbortSignal): Promise<JobEnd> {
    const isCrowded = () => this.#listRuns(run.mode, FETCH_STAGES).length >= FETCHES.all;
    const end = await this.#handler.fetch(run.job, signal, isCrowded);
    if (end.kind !== 'fetched') return end;
    const isHeld = await markFetched(this.#services.database, { worker: this.#worker, job: run.job }).catch(
      () => false,
    );
    if (isHeld && !signal.aborted) {
      run.fetched = end.fetched;
      run.stage = 'fetched';
      return { kind: 'ended' };
    }
    await end.fetched[Symbol.asyncDispose]();
    return { kind: 'later', delayMs: 0 };
  }

  async #generate(run: Run<TFetched>, signal: AbortSignal): Promise<JobEnd> {
    try {
      return await this.#handler.generate(run.job, run.fetched, signal);
    } finally {
      await run.fetched?.[Symbol.asyncDispose]();
      run.fetched = undefined;
    }
  }

  #retry(run: Run<TFetched>, error: unknown): Promise<void> {
    const { taskId, attempt } = run.job;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
    this.#services.log.warn({ taskId, attempt, delayMs, err: error }, 'a job returns to the queue');
    return this.#putBack(run, delayMs);
  }

  #putBack({ job }: Run<TFetched>, delayMs: number): Promise<void> {
    return putBack(this.#services.database, { worker: this.#worker, job }, delayMs);
  }
}
