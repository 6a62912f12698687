export type { GateConfig, RunningServer } from './ci/gate-config.ts';
export { type CiOptions, runCi } from './ci/run-ci.ts';
export { createCallbackAuthority } from './conformance/callbacks/certificate-authority.ts';
export type {
  Authorization,
  CallbackOptions,
  ConformanceOptions,
  ConformanceProgress,
  ConformanceResult,
  ConformanceStatistics,
  CoverageEntry,
  LimitedCredentials,
} from './conformance/conformance.ts';
export { runConformance } from './conformance/run-conformance.ts';
export type { VersionAdvice } from './diff/advise-version.ts';
export type { Change, ChangeLevel } from './diff/change.ts';
export { type DiffOptions, diffDocuments, type RuleLevels } from './diff/diff-documents.ts';
export { loadVersion } from './diff/load-version.ts';
export type {
  Finding,
  FindingLocation,
  Payload,
  ReceivedResponse,
  SentRequest,
  Severity,
} from './finding.ts';
export { type LintOptions, runLint } from './lint/run-lint.ts';
export { changelogText } from './report/markdown.ts';
export type { Report, ToolSummary } from './report/report.ts';
export { type RoundTripOptions, runRoundTrip } from './round-trip/run-round-trip.ts';
export { findTool, runTool, type ToolOptions, type ToolResult } from './tools/run-tool.ts';
export { UsageError } from './usage-error.ts';
