import { resolve } from 'node:path';
import type { Report } from '@keyframe/contract-gate';
import type { ReportOptions, ReportTarget } from '@keyframe/contract-gate/report';
import { JSON_OPTION, type OptionTable, type Streams, type Values } from '../command/command.ts';
import { readPairs } from './read-options.ts';

const TOPIC = 'the report';

/** The options of every command that reports. */
export const REPORT_OPTIONS = {
  report: {
    topic: TOPIC,
    value: '<F=file,…>',
    description: 'also write json, junit, sarif, html or markdown to files (repeatable)',
    isRepeatable: true,
    read: readTargets,
  },
  baseline: {
    topic: TOPIC,
    value: '<file>',
    description: 'accept the findings that this file lists with reasons; report those that no longer occur',
  },
  'fail-on': {
    topic: TOPIC,
    value: '<what>',
    description:
      'also exit with 1 for findings of this severity, warning or note, or of the check with this id (repeatable)',
    isRepeatable: true,
  },
  ...JSON_OPTION,
} as const satisfies OptionTable;

/** Writes a report everywhere it goes and returns the exit status. */
type WriteReport = (
  report: Report,
  options?: Pick<ReportOptions, 'locate' | 'replay'> & { out?: Streams['out'] },
) => Promise<0 | 1>;

/** Reads the options, so that a mistake is reported before a long run. Throws UsageError. */
export async function prepareReport(
  { report: targets, baseline, json, 'fail-on': failOn }: Values<typeof REPORT_OPTIONS>,
  { out, env, called }: Streams,
): Promise<WriteReport> {
  const { requireFormats, writeReport } = await import('@keyframe/contract-gate/report');
  requireFormats(targets);
  return (report, options = {}) =>
    writeReport(report, { targets, baseline, failOn, isJson: json, out, env, called, ...options });
}

/** Reads `json=F,sarif=G`, or files by format. Throws UsageError. */
function readTargets(
  value: readonly string[] | Readonly<Record<string, string>>,
  label: string,
): ReportTarget[] {
  const pairs = Array.isArray(value) ? value.flatMap((text) => String(text).split(',')) : value;
  return Object.entries(readPairs(pairs, label, (text) => text.indexOf('='))).map(([format, path]) => ({
    format,
    path: resolve(path),
  }));
}
