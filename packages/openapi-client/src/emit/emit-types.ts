// The types of a client: those of the copy of its document, with files as Blobs.
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { quote } from '@keyframe/openapi-tooling/generator';
import { printTypes } from '../print/document-types.ts';
import { atom, type TypeText } from '../print/type-text.ts';
import type { TypesOptions } from '../print/types-options.ts';
import type { TypedDocument } from '../types/typed-document.ts';
import { RECURSIVE_LIST } from '../types/typed-schemas.ts';

// The base of an interface is read when it is needed, so that the items may hold the list.
const RECURSIVE_LIST_TYPE = `
/** A list of items that hold such lists themselves. */
export interface RecursiveList<TName extends keyof components['schemas']> extends Array<components['schemas'][TName]> {}
`;

/** Writes the types of a document. */
export function emitTypes({ document }: TypedDocument, options: TypesOptions = {}): string {
  let hasRecursiveLists = false;
  const types = printTypes(document, {
    ...options,
    openTuples: true,
    // The compiler checks the number of items of a tuple.
    arrayLength: true,
    // A request may omit a property with a default.
    defaultNonNullable: false,
    // An object without described members may have any members.
    emptyObjectsUnknown: true,
    chooseType: (schema) => {
      const recursive = chooseRecursiveList(schema);
      hasRecursiveLists ||= recursive !== undefined;
      return recursive ?? chooseEmptyObject(schema) ?? (isBinary(schema) ? atom('Blob') : undefined);
    },
  });
  return hasRecursiveLists ? types + RECURSIVE_LIST_TYPE : types;
}

function chooseRecursiveList({ type, [RECURSIVE_LIST]: name }: JsonObject): TypeText | undefined {
  return type === 'array' && typeof name === 'string' ? atom(`RecursiveList<${quote(name)}>`) : undefined;
}

function chooseEmptyObject(schema: JsonObject): TypeText | undefined {
  const { type, additionalProperties, properties = {} } = schema;
  const isClosed = type === 'object' && additionalProperties === false;
  const isEmpty = isJsonObject(properties) && Object.keys(properties).length === 0;
  const isMore = ['patternProperties', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);
  return isClosed && isEmpty && !isMore ? atom('Record<string, never>') : undefined;
}

// Matches `format: binary` of OpenAPI 3.0 and `contentMediaType` of 3.1.
function isBinary({ type, format, contentMediaType, contentEncoding }: JsonObject): boolean {
  const isText = type === undefined || type === 'string';
  const isBytes =
    typeof contentMediaType === 'string' &&
    contentEncoding === undefined &&
    !/json|text|xml/.test(contentMediaType);
  return isText && (format === 'binary' || isBytes);
}
