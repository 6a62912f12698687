import type { ConformanceStatistics, CoverageEntry } from '../conformance/conformance.ts';
import type { VersionAdvice } from '../diff/advise-version.ts';
import type { Change } from '../diff/change.ts';
import type { Finding } from '../finding.ts';

export type CommandName = 'lint' | 'test' | 'record' | 'diff' | 'round-trip' | 'ci';

/** The run of one of several tools. */
export interface ToolSummary {
  /** `lint`, `test`, `dredd`, `respect`. */
  name: string;
  findings: number;
  elapsedMs: number;
  /** The reason why it did not run. */
  skipped?: string;
}

/** The result of a command, from which every output format is created. */
export interface Report {
  command: CommandName;
  /** The path of the document, as it was given. */
  document: string;
  server?: string;
  findings: Finding[];
  /** Findings that the baseline accepts. */
  accepted?: Finding[];
  /** All changes, including those that break nobody; only of `diff`. */
  changes?: Change[];
  /** The version that follows from the changes; only of `diff`. */
  version?: VersionAdvice;
  coverage?: CoverageEntry[];
  statistics?: ConformanceStatistics;
  tools?: ToolSummary[];
}
