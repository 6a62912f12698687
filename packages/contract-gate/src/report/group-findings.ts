// Joins findings with one cause for people: the same check, the same message, at many operations.
import type { Finding, Severity } from '../finding.ts';

/** Findings with one cause; the first one is shown. */
export interface FindingGroup {
  first: Finding;
  /** All operations, the first one included. */
  operations: readonly string[];
}

const ORDER: readonly Severity[] = ['note', 'warning', 'error'];

/** Groups findings by cause, the most severe last: a terminal shows the end of a report. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, describeCause);
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first ? [{ first, operations: listOperations([first, ...others]) }] : [],
    )
    .toSorted((left, right) => ORDER.indexOf(left.first.severity) - ORDER.indexOf(right.first.severity));
}

function listOperations(findings: readonly Finding[]): string[] {
  return [...new Set(findings.flatMap(({ operation = [] }) => operation))];
}

// Values, names and methods differ between operations with the same cause; statuses and keywords do not.
function describeCause({ check, severity, message, operation, pointer }: Finding): string {
  if (operation === undefined) return `${severity} ${check} ${pointer} ${message}`;
  const skeleton = message
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"')
    .replaceAll(/\b[A-Z]{3,}(?:, [A-Z]{3,})*\b/g, 'A');
  return `${severity} ${check} ${skeleton}`;
}
