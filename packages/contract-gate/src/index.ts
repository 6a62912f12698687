export {
  type Authorization,
  type ConformanceOptions,
  type ConformanceProgress,
  type ConformanceResult,
  type ConformanceStatistics,
  type CoverageEntry,
  type OperationFilter,
  runConformance,
} from './conformance/run-conformance.ts';
export type {
  Finding,
  FindingLocation,
  Payload,
  ReceivedResponse,
  SentRequest,
  Severity,
} from './finding.ts';
export type { Report } from './report.ts';
