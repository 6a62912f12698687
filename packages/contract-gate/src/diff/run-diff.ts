import type { DocumentOptions, Locate, OpenApiModel } from '@keyframe/openapi-model';
import type { Finding } from '../finding.ts';
import { adviseVersion, getVersion, type VersionAdvice } from './advise-version.ts';
import type { Change } from './change.ts';
import { type DiffOptions, diffDocuments } from './diff-documents.ts';
import { DocumentNewError } from './document-new-error.ts';
import { readVersion } from './load-version.ts';
import { requireRules } from './rule-ids.ts';

/** The result of a comparison, in the form of a report. */
export interface DiffReport {
  command: 'diff';
  /** The path of the new version. */
  document: string;
  findings: Finding[];
  changes: Change[];
  /** The version that follows from the changes; absent if nothing was compared. */
  version?: VersionAdvice;
}

/** Options of `runDiff`. */
export interface RunDiffOptions extends Omit<DiffOptions, 'omitted'>, DocumentOptions {
  /** Adds to the findings what is known of the consumers of the old version. */
  noteConsumers?: ((report: DiffReport, old: OpenApiModel) => void) | undefined;
}

/** The result of a comparison, and how to locate its findings. */
export interface DiffResult {
  report: DiffReport;
  locate: Locate;
  /** The operations that were omitted. */
  skipped: readonly string[];
  /** The reason why nothing was compared: the document has no old version. */
  note?: string;
}

/**
 * Compares two versions of a document, each a path or `git:REF:path`; a document without an old version has no changes.
 * Throws UsageError, and as `loadVersion` does.
 */
export async function runDiff(
  old: string,
  document: string,
  options: RunDiffOptions = {},
): Promise<DiffResult> {
  requireRules(Object.keys(options.rules ?? {}));
  // An operation may be in one version only, so that the choice is made among those of both.
  const { include, exclude, noteConsumers, ...readOptions } = options;
  const after = await readVersion(document, readOptions);
  const before = await readVersion(old, readOptions).catch((error: unknown) => {
    if (error instanceof DocumentNewError) return error;
    throw error;
  });
  if (before instanceof DocumentNewError) {
    const report: DiffReport = { command: 'diff', document, findings: [], changes: [] };
    return { report, locate: after.model.locate, skipped: after.skipped, note: before.message };
  }
  const versions = { old: before, new: after };
  const models = { old: versions.old.model, new: versions.new.model };
  const changes = diffDocuments(models, {
    ...readOptions,
    include,
    exclude,
    omitted: [...versions.old.omitted, ...versions.new.omitted],
  });
  const findings: Finding[] = [];
  for (const change of changes) if (change.level !== 'info') findings.push(toFinding(change, change.level));
  const removed = new Set(
    findings.filter((_, index) => changes[index]?.side === 'old').map(({ pointer }) => pointer),
  );
  const locate: Locate = (pointer) => (removed.has(pointer) ? models.old : models.new).locate(pointer);
  const skipped = [...new Set([...versions.old.skipped, ...versions.new.skipped])];
  const [from, to] = [models.old, models.new].map(getVersion);
  const version = adviseVersion(
    from ?? '',
    to ?? '',
    changes.map(({ level }) => level),
  );
  const report: DiffReport = { command: 'diff', document, findings, changes, version };
  noteConsumers?.(report, models.old);
  return { report, locate, skipped };
}

function toFinding(
  { rule, operations, pointer, message, before, after, witness }: Change,
  severity: 'error' | 'warning',
): Finding {
  const [operation] = operations;
  const value = witness === undefined ? '' : `; this value breaks: ${JSON.stringify(witness)}`;
  return {
    check: rule,
    severity,
    ...(operation === undefined ? {} : { operation }),
    ...(operations.length > 1 ? { operations, pointers: operations.map(() => pointer) } : {}),
    pointer,
    message,
    expected: before,
    received: `${after}${value}`,
  };
}
