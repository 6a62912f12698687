// Checks of a saved document: its problems, and the changes that break its clients.
import { diffDocuments } from '@keyframe/contract-gate';
import { diagnose } from '@keyframe/openapi-hono';
import type { DocumentInspection, DocumentOptions, OpenApiModel, Operation } from '@keyframe/openapi-model';

/** One line of the report: a problem, or a breaking change. */
export interface DevFinding {
  kind: 'breaking' | 'lint';
  level: 'error' | 'warning';
  rule: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
}

/** Lists the problems of a document that was read with the same options. It generates, which takes longest. */
export function listProblems(read: DocumentInspection, options: DocumentOptions): DevFinding[] {
  const findings: DevFinding[] = [];
  for (const { level, rule, message, file, line, column } of diagnose(read, options))
    if (level !== 'info')
      findings.push({ kind: 'lint', level, rule, message, ...compact({ file, line, column }) });
  return findings;
}

/** Lists the changes that break clients of an earlier version; operations that were omitted from the later one are not compared. */
export function listBreaking(
  before: OpenApiModel,
  { model: after, omitted }: { model: OpenApiModel; omitted: readonly Operation[] },
): DevFinding[] {
  const findings: DevFinding[] = [];
  for (const change of diffDocuments({ old: before, new: after }, { omitted })) {
    const { level, rule, pointer, side } = change;
    if (level === 'info') continue;
    const { file, line, column } = after.locate(side === 'new' ? pointer : findParent(pointer, after)) ?? {};
    const message = `${change.message} (before: ${change.before}, after: ${change.after})`;
    findings.push({ kind: 'breaking', level, rule, message, ...compact({ file, line, column }) });
  }
  return findings;
}

// A part that was removed is reported where it was: at the nearest part that still exists.
function findParent(pointer: string, model: OpenApiModel): string {
  for (let parent = pointer; parent.includes('/'); parent = parent.slice(0, parent.lastIndexOf('/'))) {
    if (model.locate(parent) !== undefined) return parent;
  }
  return '#';
}

function compact<TValue extends object>(
  object: TValue,
): { [TKey in keyof TValue]?: NonNullable<TValue[TKey]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [TKey in keyof TValue]?: NonNullable<TValue[TKey]>;
  };
}
