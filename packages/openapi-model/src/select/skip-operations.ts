// Omits the operations of a document that have problems, and keeps the others.
import type { JsonValue } from '../json.ts';
import type { OpenApiModel, Operation } from '../model/model.ts';
import { inspectModel, type ModelInspection } from '../model/read-model.ts';
import { parsePointer } from '../pointer.ts';
import { type Locate, locateProblems, type Problem } from '../problem.ts';
import { separateAccepted } from '../repair/repairs.ts';
import { indexOrigins } from './document-origins.ts';
import { DocumentParts } from './document-parts.ts';
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
  /** Those of the problems that were found in the files of the document, before there was a model. */
  fileProblems?: readonly Problem[] | undefined;
}

/** The remaining operations. */
export interface Skipped<TFindings> extends Pick<Skippable<TFindings>, 'found' | 'model'> {
  /** The operations that were omitted, `getTask (GET /tasks/{id})`. */
  skipped: string[];
  /** The problems of these, and those of no operation that have a plain reading, which is accepted. */
  reported: Problem[];
}

type Collect<TFindings> = (model: OpenApiModel, read: ModelInspection) => TFindings;

/**
 * Omits operations until no problem is left that one of them leads to, or none of them would remain: then the problems
 * are those of the whole document. `collect` finds the problems of a model that was read again.
 */
export function skipOperations<TFindings extends OperationFindings>(
  skippable: Skippable<TFindings>,
  collect: Collect<TFindings>,
): Skipped<TFindings> {
  const { document, locate, model: whole, found: all, fileProblems = [] } = skippable;
  const inspect = (remainder: JsonValue) => {
    const { source, files, lenient } = whole;
    return inspectModel(remainder, source, { files, locate, lenient });
  };
  let [remainder, model, found] = [document, whole, all];
  // Problems of the files hide those that the model has because of them.
  const again = fileProblems.length > 0 ? inspect(document) : undefined;
  if (again?.model) [model, found] = [again.model, collect(again.model, again)];
  const { lasting, pointers: inFiles } = locateFileProblems(model, fileProblems);
  const reported: Problem[] = [...fileProblems];
  const removed = new Set<string>();
  // Omitting parts may expose others: an operation that a link leads to, or the first of two identical paths.
  for (let pointers = inFiles; ; pointers = []) {
    pointers.push(...found.problems.map(({ pointer }) => pointer));
    const leading = partsLeadingTo(model, pointers).pointers;
    if (leading.every((pointer) => removed.has(pointer))) break;
    reported.push(...locateProblems(found.problems, model.locate));
    for (const pointer of leading) removed.add(pointer);
    remainder = withoutParts(remainder, model, leading);
    const read = inspect(remainder);
    if (!read.model) break;
    model = read.model;
    found = collect(model, read);
  }
  const skipped = listOmitted(whole, model, removed);
  if (skipped.length > 0 && !hasOperations(model)) {
    const problems = [...all.problems, NOTHING_LEFT];
    return { model: whole, found: { ...all, problems }, skipped: [], reported: [] };
  }
  const remaining = [...listFixed(all, fileProblems), ...lasting, ...found.problems];
  const { problems, warnings } = separateAccepted(remaining, true);
  const accepted = locateProblems(warnings, model.locate);
  const isNew = ({ pointer, message }: Problem) =>
    !reported.some((problem) => problem.pointer === pointer && problem.message === message);
  return {
    model,
    found: { ...found, problems },
    skipped,
    reported: [...reported, ...accepted.filter(isNew)],
  };
}

// Problems of overlays, which no operation leads to.
function listFixed({ problems }: OperationFindings, fileProblems: readonly Problem[]): Problem[] {
  const reported = new Set(fileProblems);
  return problems.filter((problem) => problem.file !== undefined && !reported.has(problem));
}

/** Finds the parts of the document that problems of its files are in; `lasting` are in none, and so concern all operations. */
function locateFileProblems(
  model: OpenApiModel,
  problems: readonly Problem[],
): { lasting: Problem[]; pointers: string[] } {
  const result = { lasting: [] as Problem[], pointers: [] as string[] };
  if (problems.length === 0) return result;
  const documentParts = new DocumentParts(model);
  const findPointers = indexOrigins(model, documentParts);
  for (const problem of problems) {
    const pointers = findPointers({ file: problem.file ?? model.source, pointer: problem.pointer });
    if (pointers.some((pointer) => documentParts.at(pointer) === undefined)) result.lasting.push(problem);
    result.pointers.push(...pointers);
  }
  return result;
}

const NOTHING_LEFT: Problem = {
  pointer: '#/paths',
  message: 'No operation is left when those with problems are omitted.',
  repair: 'Correct the document.',
};

/** Lists the operations that were omitted, with those that could not be read. */
function listOmitted(before: OpenApiModel, after: OpenApiModel, removed: ReadonlySet<string>): string[] {
  const kept = new Set(new DocumentParts(after).operations.map(({ pointer }) => pointer));
  const { operations, operationPointers } = new DocumentParts(before);
  const readable = new Set(operations.map(({ pointer }) => pointer));
  const unreadable = operationPointers.filter((pointer) => removed.has(pointer) && !readable.has(pointer));
  const omitted = operations.filter(({ pointer }) => !kept.has(pointer));
  return [...new Set(omitted.map(formatOperation)), ...unreadable.map(formatPointer)];
}

function formatPointer(pointer: string): string {
  const [, path = '', ...tokens] = parsePointer(pointer) ?? [];
  return `${(tokens.at(-1) ?? '').toUpperCase()} ${path}`;
}

function hasOperations({ operations, webhooks }: OpenApiModel): boolean {
  return operations.length > 0 || webhooks.some((webhook) => webhook.operations.length > 0);
}

function formatOperation({ id, method, path }: Operation): string {
  return `${id} (${method.toUpperCase()} ${path})`;
}
