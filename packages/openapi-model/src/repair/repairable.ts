import type { Problem } from '../problem.ts';
import type { RepairName } from './repairs.ts';

/** A finding of a rule, and its repair. */
export interface Repairable extends Problem {
  rule: RepairName | 'pattern-escapes';
  apply: () => void;
  /**
   * Strict reading: `report` a problem, the default; `accept` it with a warning; `warn` and leave it as it is; `ignore`
   * it; or `apply` the repair without a warning, since the version of the document means it.
   */
  strict?: 'accept' | 'apply' | 'ignore' | 'report' | 'warn';
  /** Removes what has no effect, after a warning. */
  discard?: () => void;
}
