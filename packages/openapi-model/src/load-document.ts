import { DocumentInvalidError } from './document-invalid-error.ts';
import type { JsonValue } from './json.ts';
import type { OpenApiModel } from './model/model.ts';
import { readModel } from './model/read-model.ts';
import type { Locate } from './problem.ts';
import { bundle } from './read/bundle.ts';
import { SourceFiles } from './read/source-files.ts';

/** Is a document as it was read: in one piece, and of whatever version it says. */
export interface DocumentSource {
  /** The path that it was read from. */
  source: string;
  document: JsonValue;
  /** Paths of all files that it was read from. */
  files: readonly string[];
  locate: Locate;
}

/**
 * Reads a JSON or YAML file and the files that it refers to as one document.
 * Throws DocumentReadError or DocumentInvalidError.
 */
export async function loadSource(path: string): Promise<DocumentSource> {
  const files = new SourceFiles(path);
  const { document, locate } = await bundle(files);
  if (files.problems.length > 0) throw new DocumentInvalidError(path, files.problems, files.paths);
  return { source: path, document, locate, files: files.paths };
}

/**
 * Reads an OpenAPI document from a JSON or YAML file and the files that it refers to; one of OpenAPI 3.0 is upgraded.
 * Throws DocumentReadError or DocumentInvalidError.
 */
export async function loadDocument(path: string): Promise<OpenApiModel> {
  const { document, locate, files } = await loadSource(path);
  return readModel(document, path, { locate, files });
}
