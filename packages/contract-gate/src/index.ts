export type {
  Authorization,
  CallbackOptions,
  ConformanceOptions,
  ConformanceProgress,
  ConformanceResult,
  ConformanceStatistics,
  CoverageEntry,
  LimitedCredentials,
  OperationFilter,
} from './conformance/conformance.ts';
export { runConformance } from './conformance/run-conformance.ts';
export type {
  Finding,
  FindingLocation,
  Payload,
  ReceivedResponse,
  SentRequest,
  Severity,
} from './finding.ts';
export type { Report } from './report.ts';
