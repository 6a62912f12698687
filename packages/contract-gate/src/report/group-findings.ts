// Joins findings with one cause: the same check, the same message, at many operations.
import type { Finding, Severity } from '../finding.ts';

const ORDER: readonly Severity[] = ['note', 'warning', 'error'];

/** Joins findings by cause: each becomes the first one, with all operations. */
export function groupFindings(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, describeCause);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const pointers = new Map<string, string>();
    for (const { operation, pointer } of [first, ...others].flatMap(splitFinding)) {
      if (operation !== undefined && !pointers.has(operation)) pointers.set(operation, pointer);
    }
    if (pointers.size < 2) return [first];
    return [{ ...first, operations: [...pointers.keys()], pointers: [...pointers.values()] }];
  });
}

/** Sorts findings, the most severe last: a terminal shows the end of a report. */
export function sortBySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((left, right) => ORDER.indexOf(left.severity) - ORDER.indexOf(right.severity));
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

// Values, names and methods differ between operations with the same cause; statuses and keywords do not.
function describeCause({ check, severity, message, operation, pointer }: Finding): string {
  if (operation === undefined) return `${severity} ${check} ${pointer} ${message}`;
  const skeleton = message
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"')
    .replaceAll(/\b[A-Z]{3,}(?:, [A-Z]{3,})*\b/g, 'A');
  return `${severity} ${check} ${skeleton}`;
}
