import { readFile } from 'node:fs/promises';
import { isJsonObject } from '@keyframe/openapi-model';
import { defineCommand, UsageError } from '@keyframe/openapi-tooling/command';
import type { ConformanceStatistics, CoverageEntry } from '../conformance/conformance.ts';
import { splitFinding } from '../report/group-findings.ts';
import type { Report } from '../report/report.ts';
import { prepareReport, REPORT_OPTIONS } from './report-options.ts';

/** Joins the reports of shards into one. */
export const mergeCommand = defineCommand({
  name: 'merge',
  summary: 'join the JSON reports of shards into one',
  description: 'Joins JSON reports, such as those of --shard 1/2 and --shard 2/2, into one.',
  arguments: ['<report.json>…'],
  expected: 'at least one JSON report',
  options: REPORT_OPTIONS,
  async run({ values, positionals }, streams) {
    const writeReport = await prepareReport(values, streams);
    return writeReport(mergedReport(await Promise.all(positionals.map(readReport))));
  },
});

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`Report ${path} cannot be read.`, { cause });
  });
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value) && Array.isArray(value.findings)) return value as unknown as Report;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`${path} is not a JSON report of contract-gate.`);
}

/** Joins reports: findings once each, counts of coverage and of requests added up. */
function mergedReport(reports: readonly Report[]): Report {
  const findings = reports.flatMap((report) => report.findings.flatMap(splitFinding));
  const distinct = new Map(
    findings.map((finding) => [`${finding.check} ${finding.operation} ${finding.pointer}`, finding]),
  );
  const coverage = new Map<string, CoverageEntry>();
  for (const entry of reports.flatMap((report) => report.coverage ?? [])) {
    const key = `${entry.kind} ${entry.operation} ${entry.pointer} ${entry.name}`;
    const count = (coverage.get(key)?.count ?? 0) + entry.count;
    coverage.set(key, { ...entry, count });
  }
  const statistics = reports.flatMap((report) => report.statistics ?? []);
  const sum = (pick: (one: (typeof statistics)[number]) => number) =>
    statistics.reduce((total, one) => total + pick(one), 0);
  return {
    command: 'merge',
    document: [...new Set(reports.map(({ document }) => document))].join(', '),
    findings: [...distinct.values()],
    coverage: [...coverage.values()],
    statistics: {
      requests: sum(({ requests }) => requests),
      elapsedMs: Math.max(0, ...statistics.map(({ elapsedMs }) => elapsedMs)),
      violations: sum(({ violations }) => violations),
      isComplete: statistics.every(({ isComplete }) => isComplete),
      remarks: [...new Set(statistics.flatMap(({ remarks = [] }) => remarks))],
      ...mergeUnfinished(statistics),
    },
  };
}

// Shards run at the same time, each with its share of the operations.
function mergeUnfinished(
  statistics: readonly ConformanceStatistics[],
): Pick<ConformanceStatistics, 'unfinished'> {
  const runs = statistics.map(({ unfinished }) => unfinished).filter((run) => run !== undefined);
  if (runs.length === 0) return {};
  const unfinished = {
    operations: runs.reduce((sum, { operations }) => sum + operations, 0),
    phases: [...new Set(runs.flatMap(({ phases }) => phases))],
    estimatedMs: Math.max(...runs.map(({ estimatedMs }) => estimatedMs)),
  };
  return { unfinished };
}
