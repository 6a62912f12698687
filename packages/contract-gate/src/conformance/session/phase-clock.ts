// Measures the phases of a run, and estimates the time that all of them need.

/** The phases that a run did not end, and the time that it needs for all. */
export interface UnfinishedRun {
  phases: readonly string[];
  estimatedMs: number;
}

interface PhaseTime {
  name: string;
  startedAtMs: number;
  elapsedMs: number;
  done: number;
  total: number;
  isFinished: boolean;
}

// An estimate from fewer tasks is a guess.
const LEAST_PROGRESS = 0.05;

/** The time and the progress of each phase. */
export class PhaseClock {
  readonly #phases: PhaseTime[] = [];

  /** Starts a phase. */
  start(name: string, nowMs: number): void {
    const phase = { name, startedAtMs: nowMs, elapsedMs: 0, done: 0, total: 0, isFinished: false };
    this.#phases.push(phase);
  }

  /** Adds tasks to the current phase. */
  plan(tasks: number): void {
    const phase = this.#phases.at(-1);
    if (phase) phase.total += tasks;
  }

  /** Counts a task of the current phase. */
  advance(): void {
    const phase = this.#phases.at(-1);
    if (phase) phase.done += 1;
  }

  /** Ends the current phase. */
  end(nowMs: number, isFinished: boolean): void {
    const phase = this.#phases.at(-1);
    if (!phase) return;
    phase.elapsedMs = nowMs - phase.startedAtMs;
    phase.isFinished = isFinished;
  }

  /** Lists the unfinished phases, if any. A phase that did not start takes the mean time of the others. */
  findUnfinished(names: readonly string[]): UnfinishedRun | undefined {
    const waiting = names.slice(this.#phases.length);
    const open = this.#phases.filter(({ isFinished }) => !isFinished).map(({ name }) => name);
    const phases = [...new Set([...open, ...waiting])];
    if (phases.length === 0 || this.#phases.length === 0) return undefined;
    const started = this.#phases.map(estimateTime).reduce((sum, ms) => sum + ms, 0);
    return { phases, estimatedMs: started + (started / this.#phases.length) * waiting.length };
  }
}

function estimateTime({ elapsedMs, done, total, isFinished }: PhaseTime): number {
  if (isFinished) return elapsedMs;
  return elapsedMs / Math.max(total === 0 ? LEAST_PROGRESS : done / total, LEAST_PROGRESS);
}
