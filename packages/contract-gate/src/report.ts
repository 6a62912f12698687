import type { ConformanceStatistics, CoverageEntry } from './conformance/conformance.ts';
import type { Finding } from './finding.ts';

/** What a command found, in the form that every output is made of. */
export interface Report {
  command: 'lint' | 'test' | 'diff' | 'round-trip' | 'ci';
  /** The path of the document, as it was given. */
  document: string;
  server?: string;
  findings: Finding[];
  coverage?: CoverageEntry[];
  statistics?: ConformanceStatistics;
}
