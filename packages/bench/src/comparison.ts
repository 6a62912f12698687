/** The result of a benchmark: the figures of the subject and its peer, measured in one run. */

/** The target of a figure: a share or a multiple of the peer's, or a limit above the peer's. */
export type Target =
  | { readonly kind: 'ratio'; readonly atLeast: number }
  | { readonly kind: 'factor'; readonly atMost: number }
  | { readonly kind: 'difference'; readonly atMost: number };

/** A figure of both sides. */
export interface ComparedFigures {
  readonly subject: number;
  readonly peer: number;
  /** The peer's figure in the odd and in the even rounds, if there are several: the same peer, run twice. */
  readonly peerRuns?: readonly [number, number];
}

/** One line of the table; both figures are medians over the rounds, in `unit`. */
export interface Comparison {
  readonly subject: string;
  readonly peer: string;
  readonly unit: '/s' | 'kB' | 'MB' | 'ms' | 'errors' | 'requests' | 'triples' | 'types' | 'us';
  readonly figures: ComparedFigures;
  /** Absent for a peer that is there for orientation. */
  readonly target?: Target | undefined;
}

/** How long a benchmark takes, and what it leaves behind. */
export interface RunOptions {
  /** Measured rounds of each side, after one that is not measured. */
  readonly rounds: number;
  /** Length of a round, about. */
  readonly seconds: number;
  /** Tasks that have ended, for benchmarks of a filled database. */
  readonly tasks: number;
  /** A folder for CPU profiles of the server's processes. */
  readonly profileDirectory: string | undefined;
  /** Revision of this repository that `submissions` is compared with, instead of pgbench. */
  readonly against: string | undefined;
  /** The command of Schemathesis. */
  readonly schemathesis: string | undefined;
  readonly agents: AgentOptions;
  /** A folder of documents. */
  readonly documents: string | undefined;
}

/** Options of the benchmark `agents`. */
export interface AgentOptions {
  /** Whether the search is measured instead of the tools. */
  readonly isSearch: boolean;
  /** Argument sets for each document. */
  readonly sets: number;
  /** A Python that has fastmcp. */
  readonly python: string | undefined;
}

/** Measures a subject beside its peer. */
export type Benchmark = (options: RunOptions) => Promise<readonly Comparison[]>;

/** Gives the subject's figure as a share of the peer's. */
export function computeRatio({ figures }: Comparison): number {
  return figures.subject / figures.peer;
}

/** Result of a target: undecided if the same peer, run twice, differs by more than the distance to the target. */
export type Outcome = 'met' | 'missed' | 'undecided';

/** Decides whether a target is met; undefined without one. */
export function decideOutcome({
  target,
  figures: { subject, peer, peerRuns },
}: Comparison): Outcome | undefined {
  if (target === undefined) return undefined;
  const margin = (peerFigure: number) => {
    if (target.kind === 'ratio') return subject / peerFigure - target.atLeast;
    if (target.kind === 'factor') return target.atMost - subject / peerFigure;
    return target.atMost - (subject - peerFigure);
  };
  const distance = margin(peer);
  const noise = peerRuns === undefined ? 0 : Math.abs(margin(peerRuns[0]) - margin(peerRuns[1]));
  if (noise > Math.abs(distance)) return 'undecided';
  return distance >= 0 ? 'met' : 'missed';
}

const MISSED = 1;
const FAILED = 3;

/** Decides the exit status of a run: 0 fine, 1 a missed target if the run is strict, 3 a benchmark that gave no figures. */
export function decideExitStatus(
  comparisons: readonly Comparison[],
  { isStrict, hasFailed }: { readonly isStrict: boolean; readonly hasFailed: boolean },
): number {
  if (hasFailed) return FAILED;
  const isMissed = comparisons.some((comparison) => decideOutcome(comparison) === 'missed');
  return isStrict && isMissed ? MISSED : 0;
}
