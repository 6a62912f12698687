import {
  DocumentInvalidError,
  inspectDocument,
  locateProblems,
  type ModelInspection,
  type OpenApiModel,
  type Problem,
  skipOperations,
} from '@keyframe/openapi-model';
import type { DocumentOptions } from '../command/load-options.ts';

/** A document, and the operations that were omitted because of their problems. */
interface ReadDocument {
  model: OpenApiModel;
  /** The operations that were omitted, `getTask (GET /tasks/{id})`. */
  skipped: string[];
  /** The problems of the operations that were omitted. */
  reported: Problem[];
}

/** Reads a document; with `skipUnsupported`, without the operations that have problems. Throws as `loadDocument` does. */
export async function readDocument(path: string, options: DocumentOptions): Promise<ReadDocument> {
  const { document, model, locate, files, problems, warnings } = await inspectDocument(path, options);
  const found: Omit<ModelInspection, 'model'> = { problems, warnings };
  const isSkipping = model && options.skipUnsupported && problems.length > 0;
  const read = isSkipping
    ? skipOperations({ document, locate, model, found }, (_model, again) => again)
    : { model, found, skipped: [], reported: [] };
  if (read.model && read.found.problems.length === 0) {
    const reported = locateProblems(read.reported, read.model.locate);
    return { model: read.model, skipped: read.skipped, reported };
  }
  throw new DocumentInvalidError(
    path,
    locateProblems(read.found.problems, read.model?.locate ?? locate),
    files,
  );
}
