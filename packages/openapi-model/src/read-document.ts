import { DocumentInvalidError } from './document-invalid-error.ts';
import { type DocumentInspection, inspectDocument, type LoadOptions } from './load-document.ts';
import type { OpenApiModel, Operation } from './model/model.ts';
import type { ModelInspection } from './model/read-model.ts';
import { locateProblems, type Problem } from './problem.ts';
import { skipOperations } from './select/skip-operations.ts';

/** How a document is read, and whether operations with problems are omitted. */
export interface DocumentOptions extends LoadOptions {
  /** Whether operations with problems are omitted; otherwise the document is rejected. */
  skipUnsupported?: boolean | undefined;
}

/** A document, and the operations that were omitted because of their problems. */
interface ReadDocument {
  model: OpenApiModel;
  /** The operations that were omitted, `getTask (GET /tasks/{id})`. */
  skipped: string[];
  /** The same operations, those of webhooks included. */
  omitted: Operation[];
  /** The problems of the operations that were omitted. */
  reported: Problem[];
}

/** Finds further problems of a model, which a generator has. */
type FindProblems = (model: OpenApiModel) => readonly Problem[];

/**
 * Reads a document; with `skipUnsupported`, without the operations that have problems, those of `findProblems` included.
 * Throws as `loadDocument` does.
 */
export async function readDocument(
  path: string,
  options: DocumentOptions,
  findProblems?: FindProblems,
): Promise<ReadDocument> {
  const inspection = await inspectDocument(path, options);
  const { locate, files } = inspection;
  const { model, found, skipped, omitted, reported } = omitProblems(inspection, options, findProblems);
  if (model && found.problems.length === 0) {
    return { model, skipped, omitted, reported: locateProblems(reported, model.locate) };
  }
  const error = new DocumentInvalidError(
    path,
    locateProblems(found.problems, model?.locate ?? locate),
    files,
  );
  if (!options.skipUnsupported)
    error.isSkippable = omitProblems(inspection, { skipUnsupported: true }).found.problems.length === 0;
  throw error;
}

/** The parts of a document that are usable; problems that no operation leads to remain. */
interface RemainingDocument extends Pick<ReadDocument, 'omitted' | 'reported' | 'skipped'> {
  model: OpenApiModel | undefined;
  found: Omit<ModelInspection, 'model'>;
}

/** Omits the operations of a document that have problems, if `skipUnsupported` is set. */
export function omitProblems(
  { document, model, locate, problems, warnings, fileProblems }: DocumentInspection,
  { skipUnsupported }: DocumentOptions,
  findProblems: FindProblems = () => [],
): RemainingDocument {
  const further = model && skipUnsupported ? findProblems(model) : [];
  const findings = { problems: [...problems, ...further], warnings };
  if (!model || !skipUnsupported || findings.problems.length === 0) {
    return { model, found: findings, skipped: [], omitted: [], reported: [] };
  }
  const rest = skipOperations<Omit<ModelInspection, 'model'>>(
    { document, locate, model, found: findings, fileProblems },
    (remaining, again) => ({ ...again, problems: [...again.problems, ...findProblems(remaining)] }),
  );
  const kept = new Set(listOperations(rest.model).map(({ pointer }) => pointer));
  return { ...rest, omitted: listOperations(model).filter(({ pointer }) => !kept.has(pointer)) };
}

function listOperations({ operations, webhooks }: OpenApiModel): Operation[] {
  return [...operations, ...webhooks.flatMap((webhook) => webhook.operations)];
}
