// Omits the operations of a document that have problems, and keeps the others.
import type { JsonValue } from '../json.ts';
import type { OpenApiModel, Operation } from '../model/model.ts';
import { inspectModel, type ModelInspection } from '../model/read-model.ts';
import type { Locate, Problem } from '../problem.ts';
import { partsLeadingTo, withoutParts } from './select-operations.ts';

/** The findings about a model that decide which of its operations are usable. */
export interface OperationFindings {
  problems: readonly Problem[];
}

/** A document and the findings about it. */
export interface Skippable<TFindings> {
  document: JsonValue;
  locate: Locate;
  model: OpenApiModel;
  found: TFindings;
}

/** The remaining operations. */
export interface Skipped<TFindings> extends Pick<Skippable<TFindings>, 'found' | 'model'> {
  /** The operations that were omitted, `getTask (GET /tasks/{id})`. */
  skipped: string[];
  /** The problems of these. */
  reported: Problem[];
}

/**
 * Omits operations until no problem is left that one of them leads to, or none of them would remain: then the problems
 * are those of the whole document. `collect` finds the problems of a model that was read again.
 */
export function skipOperations<TFindings extends OperationFindings>(
  { document, locate, model: whole, found: all }: Skippable<TFindings>,
  collect: (model: OpenApiModel, read: ModelInspection) => TFindings,
): Skipped<TFindings> {
  let [rest, model, found] = [document, whole, all];
  const skipped = new Set<string>();
  const reported: Problem[] = [];
  const removed = new Set<string>();
  // Omitting parts may expose others: an operation that a link leads to, or the first of two identical paths.
  for (;;) {
    const { operations, pointers } = partsLeadingTo(
      model,
      found.problems.map(({ pointer }) => pointer),
    );
    if (pointers.every((pointer) => removed.has(pointer))) break;
    reported.push(...found.problems);
    for (const operation of operations) skipped.add(formatOperation(operation));
    for (const pointer of pointers) removed.add(pointer);
    rest = withoutParts(rest, model, pointers);
    const { source, files, lenient } = model;
    const read = inspectModel(rest, source, { files, locate, lenient });
    if (!read.model) break;
    model = read.model;
    found = collect(model, read);
  }
  if (skipped.size > 0 && !hasOperations(model)) {
    const problems = [...all.problems, NOTHING_LEFT];
    return { model: whole, found: { ...all, problems }, skipped: [], reported: [] };
  }
  return { model, found, skipped: [...skipped], reported };
}

const NOTHING_LEFT: Problem = {
  pointer: '#/paths',
  message: 'No operation is left when those with problems are omitted.',
  repair: 'Correct the document.',
};

function hasOperations({ operations, webhooks }: OpenApiModel): boolean {
  return operations.length > 0 || webhooks.some((webhook) => webhook.operations.length > 0);
}

function formatOperation({ id, method, path }: Operation): string {
  return `${id} (${method.toUpperCase()} ${path})`;
}
