import type { ConformanceStatistics, CoverageEntry } from '../conformance/conformance.ts';
import type { Finding, Severity } from '../finding.ts';
import { checkUrl } from '../pages/pages.ts';
import { formatCurl } from './curl.ts';
import { groupLocations, listOperations, sortBySeverity } from './group-findings.ts';
import type { Report } from './report.ts';

type UnfinishedRun = NonNullable<ConformanceStatistics['unfinished']>;

/** Writes a report for people; its summary begins with the command that was called. */
export function terminalText(report: Report, label: string): string {
  const { findings, tools = [], coverage = [] } = report;
  const blocks = formatGroups(groupLocations(sortBySeverity(findings)));
  const lines = tools.map(({ name, findings: findingCount, elapsedMs, skipped }) =>
    skipped === undefined
      ? `  ${name}: ${count(findingCount, 'finding')} in ${(elapsedMs / 1000).toFixed(1)} s`
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
  return [...covered, ...blocks, ...lines, ...listRemarks(report), `${label}: ${formatSummary(report)}.`]
    .join('\n')
    .replaceAll(CONTROL, '\ufffd');
}

/** Lists what a reader has to know of a run: the unfinished phases, and its remarks. */
export function listRemarks({ statistics }: Pick<Report, 'statistics'>): string[] {
  const unfinished = statistics?.unfinished ? [formatUnfinished(statistics.unfinished)] : [];
  return [...unfinished, ...(statistics?.remarks ?? [])];
}

/** Formats the number of findings and requests of a report. */
export function formatSummary({ findings, accepted = [], statistics }: Report): string {
  const countBy = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const notes = countBy('note');
  return [
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
}

const MOST_OF_CHECK = 10;

// The JSON report lists all findings of one check about a document.
function formatGroups(groups: readonly (readonly [Finding, ...Finding[]])[]): string[] {
  const isAboutDocument = ([first]: readonly [Finding, ...Finding[]]) => listOperations(first).length === 0;
  const byCheck = Map.groupBy(groups, ([{ check, severity }]) => `${severity} ${check}`);
  const blocks: string[] = [];
  for (const group of groups) {
    const [{ severity, check }] = group;
    const alike = byCheck.get(`${severity} ${check}`) ?? [];
    const index = alike.indexOf(group);
    const hidden = alike.slice(MOST_OF_CHECK).flat().length;
    if (index < MOST_OF_CHECK || !isAboutDocument(group)) blocks.push(findingText(...group));
    else if (index === MOST_OF_CHECK)
      blocks.push(`${severity}: ${hidden} more, which --json lists. [${check}]\n`);
  }
  return blocks;
}

const MINUTE_MS = 60_000;
// The next run may meet a busier server.
const MARGIN = 1.25;

function formatUnfinished({ operations, phases, estimatedMs }: UnfinishedRun): string {
  const minutes = Math.ceil((estimatedMs * MARGIN) / MINUTE_MS);
  return `${count(operations, 'operation')}: the time was over before the end of ${phases.join(', ')}; --timeout ${minutes}m would be enough.`;
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

const MOST_LOCATIONS = 5;

/** Writes one finding: what, where, expected, received, and how to see it again. `copies` differ in their locations. */
export function findingText(finding: Finding, ...copies: readonly Finding[]): string {
  const { severity, check, message, expected, received } = finding;
  const operations = listOperations(finding);
  const [position, ...positions] = listLocations([finding, ...copies]);
  const curl = finding.request ? [...(finding.before ?? []), finding.request].map(formatCurl) : [];
  return [
    `${severity}: ${operations.length === 0 ? '' : `${formatOperations(operations)}: `}${message} [${check}]`,
    ...(operations.length > 1 ? [`  in        ${listFirst(operations)}`] : []),
    `  at        ${position}`,
    ...positions.map((text) => `            ${text}`),
    ...(expected === '' ? [] : [`  expected  ${expected}`]),
    ...(received === '' ? [] : [`  received  ${received}`]),
    ...curl.map((line) => `  request   ${line}`),
    ...(finding.response
      ? [`  response  ${finding.response.status} ${(finding.response.body?.text ?? '').slice(0, 300)}`]
      : []),
    ...(finding.replay === undefined ? [] : [`  replay    ${finding.replay}`]),
    ...(received === '' ? [] : [`  about     ${checkUrl(check)}`]),
    '',
  ].join('\n');
}

function listLocations(findings: readonly Finding[]): string[] {
  const lines = findings
    .slice(0, MOST_LOCATIONS)
    .map(({ location, pointer }) =>
      location ? `${location.file}:${location.line}:${location.column} ${pointer}` : pointer,
    );
  const hidden = findings.length - lines.length;
  return hidden > 0 ? [...lines, `and ${hidden} more`] : lines;
}
