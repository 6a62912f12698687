import type { Locate } from '@keyframe/openapi-model';
import type { Finding } from '../finding.ts';
import type { Change } from './change.ts';
import { type DiffOptions, diffDocuments } from './diff-documents.ts';
import { loadVersion } from './load-version.ts';

/** The result of a comparison, in the form of a report. */
export interface DiffReport {
  command: 'diff';
  /** The path of the new version. */
  document: string;
  findings: Finding[];
  changes: Change[];
}

/** Compares two versions of a document, each a path or `git:REF:path`. Throws as `loadVersion` does. */
export async function runDiff(
  old: string,
  document: string,
  options: DiffOptions = {},
): Promise<{ report: DiffReport; locate: Locate }> {
  const { lenient } = options;
  const models = { old: await loadVersion(old, { lenient }), new: await loadVersion(document, { lenient }) };
  const changes = diffDocuments(models, options);
  const findings = changes.flatMap((change) => {
    const { level } = change;
    return level === 'info' ? [] : [toFinding(change, level)];
  });
  const removed = new Set(
    findings.filter((_, index) => changes[index]?.side === 'old').map(({ pointer }) => pointer),
  );
  const locate: Locate = (pointer) => (removed.has(pointer) ? models.old : models.new).locate(pointer);
  return { report: { command: 'diff', document, findings, changes }, locate };
}

function toFinding(
  { rule, operations, pointer, message, before, after, witness }: Change,
  severity: 'error' | 'warning',
): Finding {
  const [operation, ...others] = operations;
  const name = others.length > 0 ? `${operation} and ${others.length} more` : operation;
  const value = witness === undefined ? '' : `; this value breaks: ${JSON.stringify(witness)}`;
  return {
    check: rule,
    severity,
    ...(name === undefined ? {} : { operation: name }),
    pointer,
    message,
    expected: before,
    received: `${after}${value}`,
  };
}
