import { bundle } from './bundle.ts';
import { DocumentInvalidError } from './document-invalid-error.ts';
import type { OpenApiModel } from './model.ts';
import { readModel } from './read-model.ts';
import { SourceFiles } from './source-files.ts';

/**
 * Reads an OpenAPI document from a JSON or YAML file and the files that it refers to; one of OpenAPI 3.0 is upgraded.
 * Throws DocumentReadError or DocumentInvalidError.
 */
export async function loadDocument(path: string): Promise<OpenApiModel> {
  const files = new SourceFiles(path);
  const { document, locate } = await bundle(files);
  if (files.problems.length > 0) throw new DocumentInvalidError(path, files.problems);
  return readModel(document, path, { locate, files: files.paths });
}
