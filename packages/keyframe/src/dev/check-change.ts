// Checks of a saved document: its problems, and the changes that break its clients.
import { diffDocuments } from '@keyframe/contract-gate';
import { doctor } from '@keyframe/openapi-hono';
import { type LoadOptions, loadDocument, type OpenApiModel } from '@keyframe/openapi-model';

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

/** The document after a change; without a model if it cannot be read. */
export interface DevReport {
  findings: DevFinding[];
  model: OpenApiModel | undefined;
}

/** Checks a document, and compares it with the version that must not be broken. */
export async function checkChange(
  document: string,
  { before, ...options }: LoadOptions & { before: OpenApiModel | undefined },
): Promise<DevReport> {
  const problems = await doctor(document, options);
  const lint = problems.flatMap(({ level, rule, message, file, line, column }): DevFinding[] =>
    level === 'info' ? [] : [{ kind: 'lint', level, rule, message, ...compact({ file, line, column }) }],
  );
  if (lint.some(({ level, rule }) => level === 'error' && rule !== 'unsupported')) {
    return { findings: lint, model: undefined };
  }
  const model = await loadDocument(document, options);
  return { findings: [...(before ? listBreaking(before, model) : []), ...lint], model };
}

function listBreaking(before: OpenApiModel, after: OpenApiModel): DevFinding[] {
  return diffDocuments({ old: before, new: after }).flatMap(
    ({ level, rule, message, pointer, side, ...change }) => {
      if (level === 'info') return [];
      const { file, line, column } =
        after.locate(side === 'new' ? pointer : findParent(pointer, after)) ?? {};
      const text = `${message} (before: ${change.before}, after: ${change.after})`;
      return [{ kind: 'breaking' as const, level, rule, message: text, ...compact({ file, line, column }) }];
    },
  );
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
