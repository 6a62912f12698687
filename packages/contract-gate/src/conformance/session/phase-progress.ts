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
export class PhaseProgress {
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

  /**
   * Lists the unfinished phases, if any. A phase that did not start takes as long as the longest one, or as it is expected to:
   * a time that is too short costs a user another run.
   */
  findUnfinished(
    names: readonly string[],
    expectedMs: ReadonlyMap<string, number> = new Map(),
  ): UnfinishedRun | undefined {
    const waiting = names.slice(this.#phases.length);
    const open = this.#phases.filter(({ isFinished }) => !isFinished).map(({ name }) => name);
    const phases = [...new Set([...open, ...waiting])];
    if (phases.length === 0 || this.#phases.length === 0) return undefined;
    const expect = (name: string) => expectedMs.get(name) ?? 0;
    const started = this.#phases.map((phase) =>
      phase.isFinished || phase.done > 0
        ? estimateTime(phase)
        : Math.max(estimateTime(phase), expect(phase.name)),
    );
    const longest = Math.max(...this.#phases.map(({ elapsedMs }) => elapsedMs));
    const others = waiting.map((name) => Math.max(longest, expect(name)));
    return { phases, estimatedMs: [...started, ...others].reduce((sum, ms) => sum + ms, 0) };
  }
}

function estimateTime({ elapsedMs, done, total, isFinished }: PhaseTime): number {
  if (isFinished) return elapsedMs;
  return elapsedMs / Math.max(total === 0 ? LEAST_PROGRESS : done / total, LEAST_PROGRESS);
}
