import { print } from '../code.ts';
import type { Generation } from '../generation.ts';
import { jsonCode } from '../json-text.ts';

/** Writes `document.ts`: the document as it was read. */
export function emitDocumentData(generation: Generation): string {
  const start = 'export const document: OpenApiDocument = ';
  const data = print([jsonCode(generation.model.document), ';'], '', start.length);
  return `import type { OpenApiDocument } from '${generation.runtime}/http';\n\n/** Is the document that all of this was generated from. */\n${start}${data}\n`;
}
