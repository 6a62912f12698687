// The types of a client: those of the copy of its document, with files as Blobs.
import { type DatesOption, findDateType } from '../describe/date-formats.ts';
import { printTypes } from '../print/document-types.ts';
import type { TypeNode } from '../print/type-node.ts';
import { atom, type TypeText } from '../print/type-text.ts';
import type { TypesOptions } from '../print/types-options.ts';
import type { TypedDocument } from '../types/typed-document.ts';
import { RECURSIVE_LIST } from '../types/typed-schemas.ts';

/** Writes the types of a document. */
export function emitTypes(
  { document }: TypedDocument,
  options: TypesOptions = {},
  dates?: DatesOption,
): string {
  return printTypes(document, {
    ...options,
    openTuples: true,
    // The compiler checks the number of items of a tuple.
    arrayLength: true,
    // A request may omit a property with a default.
    defaultNonNullable: false,
    // An object without described members may have any members.
    emptyObjectsUnknown: true,
    chooseType: (node) => chooseEmptyObject(node) ?? chooseText(node, dates),
    findRecursiveItems,
  });
}

function findRecursiveItems(node: TypeNode): string | undefined {
  const name = node.extension(RECURSIVE_LIST);
  return typeof name === 'string' ? name : undefined;
}

function chooseEmptyObject(node: TypeNode): TypeText | undefined {
  const { additionalProperties, properties, patternProperties, allOf, anyOf, oneOf } = node.keywords;
  const isClosed = isOnly(node, 'object') && additionalProperties?.kind === 'never';
  const size = properties.size + patternProperties.size + allOf.length + anyOf.length + oneOf.length;
  return isClosed && size === 0 ? atom('Record<string, never>') : undefined;
}

function chooseText(node: TypeNode, dates: DatesOption | undefined): TypeText | undefined {
  if (isBinary(node)) return atom('Blob');
  const date = isOnly(node, 'string') ? findDateType(node.keywords, dates) : undefined;
  return date && atom(date.type);
}

function isOnly({ keywords: { type = [] } }: TypeNode, name: string): boolean {
  return type.length === 1 && type[0] === name;
}

// Matches `format: binary` of OpenAPI 3.0 and `contentMediaType` of 3.1.
function isBinary(node: TypeNode): boolean {
  const { contentMediaType, contentEncoding } = node.annotations;
  const { type, format } = node.keywords;
  const isBytes =
    contentMediaType !== undefined &&
    contentEncoding === undefined &&
    !/json|text|xml/.test(contentMediaType);
  const isText = type === undefined || isOnly(node, 'string');
  return node.kind === 'keywords' && isText && (format === 'binary' || isBytes);
}
