// Joins findings with one cause: the same check, the same message, at many operations.
import { type Finding, SEVERITIES } from '../finding.ts';

/**
 * Joins findings by cause: each becomes the first one, with all operations. Several findings of one operation stay apart,
 * except repetitions.
 */
export function groupFindings(findings: readonly Finding[]): Finding[] {
  const groups: Finding[][] = [];
  const byCause = new Map<string, Finding[][]>();
  for (const finding of findings.flatMap(splitFinding)) {
    const cause = describeCause(finding);
    const candidates = byCause.get(cause) ?? [];
    byCause.set(cause, candidates);
    if (candidates.flat().some((candidate) => isRepetition(candidate, finding))) continue;
    const open = candidates.find((group) => group.every(({ operation }) => operation !== finding.operation));
    if (open) open.push(finding);
    else {
      const group = [finding];
      candidates.push(group);
      groups.push(group);
    }
  }
  return groups.map(joinGroup).filter((finding) => finding !== undefined);
}

function isRepetition(left: Finding, right: Finding): boolean {
  return (
    left.operation === right.operation && left.pointer === right.pointer && left.message === right.message
  );
}

function joinGroup(group: readonly Finding[]): Finding | undefined {
  const [first] = group;
  if (!first || group.length === 1) return first;
  const operations = group.map(({ operation }) => operation).filter((operation) => operation !== undefined);
  return { ...first, operations, pointers: group.map(({ pointer }) => pointer) };
}

/** Groups findings that differ only in their locations; those of an operation or a request are groups of their own. */
export function groupLocations(findings: readonly Finding[]): [Finding, ...Finding[]][] {
  const groups = new Map<unknown, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { check, severity, message, expected, received } = finding;
    const isElsewhere =
      finding.operation === undefined && finding.operations === undefined && !finding.request;
    const key = isElsewhere ? JSON.stringify([check, severity, message, expected, received]) : finding;
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}

/** Sorts findings, the most severe last: a terminal shows the end of a report. */
export function sortBySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (left, right) => SEVERITIES.indexOf(right.severity) - SEVERITIES.indexOf(left.severity),
  );
}

/** Lists the operations of a finding. */
export function listOperations({ operation, operations }: Finding): readonly string[] {
  return operations ?? (operation === undefined ? [] : [operation]);
}

/** Splits a joined finding into one for each operation. */
export function splitFinding({ operations, pointers = [], ...finding }: Finding): Finding[] {
  if (!operations) return [finding];
  return operations.map((operation, index) => ({
    ...finding,
    operation,
    pointer: pointers[index] ?? finding.pointer,
  }));
}

// Values, names and methods of responses differ between operations with the same cause; statuses and keywords do not. A
// finding without a request is about a document, where each name is a cause of its own.
function describeCause({ check, severity, message, operation, pointer, request }: Finding): string {
  if (operation === undefined) return `${severity} ${check} ${pointer} ${message}`;
  if (!request) return `${severity} ${check} ${message.replaceAll(operation, '')}`;
  const skeleton = message
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"')
    .replaceAll(/\b[A-Z]{3,}(?:, [A-Z]{3,})*\b/g, 'A');
  return `${severity} ${check} ${skeleton}`;
}
