import { appendFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locate } from '@keyframe/openapi-model';
import { createFolder } from '@keyframe/openapi-runtime/node';
import type { Finding } from '../finding.ts';
import { UsageError } from '../usage-error.ts';
import { applyBaseline, readBaseline } from './baseline.ts';
import { groupFindings } from './group-findings.ts';
import { htmlText } from './html.ts';
import { annotationsText, isFailure, junitText, sarifText } from './machine-formats.ts';
import { changelogText, markdownText } from './markdown.ts';
import type { Report } from './report.ts';
import { terminalText } from './terminal.ts';

const FORMATS: Readonly<
  Record<string, (report: Report, command: string, failOn: readonly string[]) => string>
> = {
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  junit: junitText,
  sarif: sarifText,
  html: htmlText,
  markdown: markdownText,
  changelog: ({ changes = [] }) => changelogText(changes),
};

/** A file that a report goes to, and its format. */
export interface ReportTarget {
  format: string;
  path: string;
}

export interface ReportOptions {
  /** The words that called the command, `keyframe lint`. */
  called: string;
  /** Formats the command that shows a finding again. */
  replay?: ((finding: Finding) => string) | undefined;
  targets: readonly ReportTarget[];
  baseline?: string | undefined;
  /** Severities and ids of checks whose findings make the exit status 1, besides errors. */
  failOn?: readonly string[] | undefined;
  locate?: Locate | undefined;
  /** Whether the report is printed as one JSON object. */
  isJson: boolean;
  out: (text: string) => void;
  env: Readonly<Record<string, string | undefined>>;
}

/** Rejects formats that are not known. Throws UsageError. */
export function requireFormats(targets: readonly ReportTarget[]): void {
  const unknown = targets.find(({ format }) => !Object.hasOwn(FORMATS, format));
  if (unknown === undefined) return;
  throw new UsageError(
    `A report must have one of the formats ${Object.keys(FORMATS).join(', ')} (got "${unknown.format}").`,
  );
}

/** Applies the baseline, writes a report everywhere it goes, and answers the exit status: 0 conforms, 1 findings. */
export async function writeReport(original: Report, options: ReportOptions): Promise<0 | 1> {
  const { called, replay, targets, baseline, failOn = [], locate, isJson, out, env } = options;
  const replayed = original.findings.map((finding) =>
    replay ? { ...finding, replay: replay(finding) } : finding,
  );
  const parted = baseline
    ? applyBaseline(replayed, await readBaseline(baseline), baseline)
    : { findings: replayed };
  const report: Report = {
    ...original,
    ...parted,
    findings: groupFindings(locateFindings(parted.findings, locate)),
  };
  for (const { format, path } of targets) {
    await createFolder(dirname(path));
    await writeFile(path, FORMATS[format]?.(report, called, failOn) ?? '');
  }
  if (isJson) out(JSON.stringify(report));
  else printText(report, options);
  if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, markdownText(report, called));
  return report.findings.some((finding) => isFailure(finding, failOn)) ? 1 : 0;
}

function printText(report: Report, { called, out, env }: ReportOptions): void {
  out(terminalText(report, called));
  if (env.GITHUB_ACTIONS === 'true' && report.findings.length > 0) out(annotationsText(report));
}

function locateFindings(findings: readonly Finding[], locate: Locate | undefined): Finding[] {
  return findings.map((finding) => {
    const location = finding.location ?? locate?.(finding.pointer);
    if (!location) return finding;
    const { file, line, column } = location;
    return { ...finding, location: { file, line, column } };
  });
}
