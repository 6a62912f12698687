import type { JsonObject } from '../json.ts';
import type { OpenApiModel } from './model.ts';
import { inspectModel } from './read-model.ts';

/**
 * Reads a model again after its document was rewritten; `findOrigin` maps pointers of the new document to the previous
 * one. Operations that the model does not have stay omitted.
 */
export function replaceDocument(
  model: OpenApiModel,
  document: JsonObject,
  findOrigin: (pointer: string) => string = (pointer) => pointer,
): OpenApiModel {
  const { source, files, lenient, original, warnings } = model;
  // The model reported the problems of the document when it was read.
  const replaced = inspectModel(document, source, { files, lenient }).model ?? model;
  const pointers = new Set(model.operations.map(({ pointer }) => pointer));
  return {
    ...replaced,
    operations: replaced.operations.filter(({ pointer }) => pointers.has(pointer)),
    original,
    warnings,
    locate: (pointer) => model.locate(findOrigin(pointer)),
    toSource: (pointer) => model.toSource(findOrigin(pointer)),
  };
}
