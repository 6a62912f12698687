import type { ConformanceStatistics, CoverageEntry } from '../conformance/conformance.ts';
import type { Finding, Severity } from '../finding.ts';
import { checkUrl } from '../pages/pages.ts';
import { formatCurl } from './curl.ts';
import { listOperations, sortBySeverity } from './group-findings.ts';
import type { Report } from './report.ts';

type UnfinishedRun = NonNullable<ConformanceStatistics['unfinished']>;

/** Writes a report for people; its summary begins with the command that was called. */
export function terminalText(report: Report, called: string): string {
  const { findings, accepted = [], tools = [], statistics, coverage = [] } = report;
  const blocks = sortBySeverity(findings).map(findingText);
  const countBy = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const notes = countBy('note');
  const summary = [
    `${count(countBy('error'), 'error')}, ${count(countBy('warning'), 'warning')}`,
    ...(notes > 0 ? [count(notes, 'note')] : []),
    ...(accepted.length > 0 ? [`${accepted.length} accepted by the baseline`] : []),
    ...(statistics
      ? [`${statistics.requests} requests in ${(statistics.elapsedMs / 1000).toFixed(1)} s`]
      : []),
    ...(statistics && !statistics.isComplete && !statistics.unfinished
      ? ['interrupted before the last phase ended']
      : []),
  ].join(', ');
  const lines = tools.map(({ name, findings: found, elapsedMs, skipped }) =>
    skipped === undefined
      ? `  ${name}: ${count(found, 'finding')} in ${(elapsedMs / 1000).toFixed(1)} s`
      : `  ${name}: skipped, ${skipped}`,
  );
  const unused = coverage.filter((entry) => entry.count === 0);
  const covered =
    coverage.length === 0
      ? []
      : [
          `Coverage: ${coverage.length - unused.length} of ${coverage.length} parts of the document were exercised.`,
          ...countUnused(unused),
        ];
  const unfinished = statistics?.unfinished ? [formatUnfinished(statistics.unfinished)] : [];
  return [...covered, ...blocks, ...lines, ...unfinished, `${called}: ${summary}.`]
    .join('\n')
    .replaceAll(CONTROL, '\ufffd');
}

const MINUTE_MS = 60_000;
// The next run may meet a busier server.
const MARGIN = 1.25;

function formatUnfinished({ operations, phases, estimatedMs }: UnfinishedRun): string {
  const minutes = Math.ceil((estimatedMs * MARGIN) / MINUTE_MS);
  return `${count(operations, 'operation')}: the time was over before the end of ${phases.join(', ')}; --max-time ${minutes}m would be enough.`;
}

// A terminal would execute control characters of a response.
const CONTROL = /[^\P{Cc}\n\t]/gu;

// The HTML and JSON reports list each part.
function countUnused(unused: readonly CoverageEntry[]): string[] {
  return [...Map.groupBy(unused, ({ kind }) => kind)].map(([kind, entries]) =>
    kind === 'operation'
      ? `  never: ${entries.map(({ operation }) => operation).join(', ')}`
      : `  never: ${count(entries.length, `${kind} part`)}`,
  );
}

const MOST_LISTED = 20;

/** Formats the operations of a finding: the only one, or their number. */
export function formatOperations(operations: readonly string[]): string {
  return operations.length === 1 ? (operations[0] ?? '') : count(operations.length, 'operation');
}

function listFirst(operations: readonly string[]): string {
  const more = operations.length > MOST_LISTED ? `, and ${operations.length - MOST_LISTED} more` : '';
  return `${operations.slice(0, MOST_LISTED).join(', ')}${more}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Writes one finding: what, where, expected, received, and how to see it again. */
export function findingText(finding: Finding): string {
  const { severity, check, pointer, location, message, expected, received } = finding;
  const operations = listOperations(finding);
  const position = location ? `${location.file}:${location.line}:${location.column} ${pointer}` : pointer;
  const curl = finding.request ? [...(finding.before ?? []), finding.request].map(formatCurl) : [];
  return [
    `${severity}: ${operations.length === 0 ? '' : `${formatOperations(operations)}: `}${message} [${check}]`,
    ...(operations.length > 1 ? [`  in        ${listFirst(operations)}`] : []),
    `  at        ${position}`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    ...curl.map((line) => `  request   ${line}`),
    ...(finding.response
      ? [`  response  ${finding.response.status} ${(finding.response.body?.text ?? '').slice(0, 300)}`]
      : []),
    ...(finding.replay === undefined ? [] : [`  replay    ${finding.replay}`]),
    `  about     ${checkUrl(check)}`,
    '',
  ].join('\n');
}
