import type { Locate } from '@keyframe/openapi-model';
import type { DocumentOptions } from '@keyframe/openapi-tooling/command';
import type { Finding } from '../finding.ts';
import type { Change } from './change.ts';
import { type DiffOptions, diffDocuments } from './diff-documents.ts';
import { readVersion } from './load-version.ts';
import { requireRules } from './rule-ids.ts';

/** The result of a comparison, in the form of a report. */
export interface DiffReport {
  command: 'diff';
  /** The path of the new version. */
  document: string;
  findings: Finding[];
  changes: Change[];
}

/** Options of `runDiff`. */
export interface RunDiffOptions extends Omit<DiffOptions, 'omitted'>, DocumentOptions {}

/** Compares two versions of a document, each a path or `git:REF:path`. Throws UsageError, and as `loadVersion` does. */
export async function runDiff(
  old: string,
  document: string,
  options: RunDiffOptions = {},
): Promise<{ report: DiffReport; locate: Locate; skipped: readonly string[] }> {
  requireRules(Object.keys(options.rules ?? {}));
  // An operation may be in one version only, so that the choice is made among those of both.
  const { only = [], tags = [], include = [], ...others } = options;
  const versions = { old: await readVersion(old, others), new: await readVersion(document, others) };
  const models = { old: versions.old.model, new: versions.new.model };
  const changes = diffDocuments(models, {
    ...others,
    include: [...include, ...only, ...tags.map((tag) => `tag:${tag}`)],
    omitted: [...versions.old.omitted, ...versions.new.omitted],
  });
  const findings = changes.flatMap((change) => {
    const { level } = change;
    return level === 'info' ? [] : [toFinding(change, level)];
  });
  const removed = new Set(
    findings.filter((_, index) => changes[index]?.side === 'old').map(({ pointer }) => pointer),
  );
  const locate: Locate = (pointer) => (removed.has(pointer) ? models.old : models.new).locate(pointer);
  const skipped = [...new Set([...versions.old.skipped, ...versions.new.skipped])];
  return { report: { command: 'diff', document, findings, changes }, locate, skipped };
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
