/** The result of a benchmark: the figures of the subject and its peer, measured in one run. */

/** The target of a figure: a share or a multiple of the peer's, or a limit above the peer's. */
export type Target =
  | { readonly kind: 'ratio'; readonly atLeast: number }
  | { readonly kind: 'factor'; readonly atMost: number }
  | { readonly kind: 'difference'; readonly atMost: number };

/** One line of the table; both figures are medians over the rounds, in `unit`. */
export interface Comparison {
  readonly subject: string;
  readonly peer: string;
  readonly unit: '/s' | 'kB' | 'MB' | 'ms' | 'triples' | 'types' | 'us';
  readonly figures: { readonly subject: number; readonly peer: number };
  readonly target: Target;
}

/** How long a benchmark takes, and what it leaves behind. */
export interface RunOptions {
  /** Measured rounds of each side, after one that is not measured. */
  readonly rounds: number;
  /** Length of a round, about. */
  readonly seconds: number;
  /** A folder for CPU profiles of the server's processes. */
  readonly profileDirectory: string | undefined;
}

/** Measures a subject beside its peer. */
export type Benchmark = (options: RunOptions) => Promise<readonly Comparison[]>;

/** Gives the subject's figure as a share of the peer's. */
export function computeRatio({ figures }: Comparison): number {
  return figures.subject / figures.peer;
}

/** Returns whether a target is met. */
export function isMet(comparison: Comparison): boolean {
  const { target, figures } = comparison;
  if (target.kind === 'ratio') return computeRatio(comparison) >= target.atLeast;
  if (target.kind === 'factor') return computeRatio(comparison) <= target.atMost;
  return figures.subject - figures.peer <= target.atMost;
}
