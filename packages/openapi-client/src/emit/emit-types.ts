// Types, written by openapi-typescript from a copy of the document that it reads correctly.
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { TypedDocument } from '../types/typed-document.ts';
import { RECURSIVE_LIST } from '../types/typed-schemas.ts';

// The base of an interface is read when it is needed, so that the items may hold the list.
const RECURSIVE_LIST_TYPE = `
/** A list of items that hold such lists themselves. */
export interface RecursiveList<TName extends keyof components['schemas']> extends Array<components['schemas'][TName]> {}
`;

/** Writes the types of a document. */
export async function emitTypes({ document }: TypedDocument): Promise<string> {
  const text = JSON.stringify(document);
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(text, {
    // The compiler checks the number of items of a tuple.
    arrayLength: true,
    // A request may omit a property with a default.
    defaultNonNullable: false,
    // An object without described members may have any members.
    emptyObjectsUnknown: true,
    silent: true,
    ...(text.includes(`"${RECURSIVE_LIST}":`) ? { inject: RECURSIVE_LIST_TYPE } : {}),
    transform: (schema) =>
      createRecursiveList(schema) ?? createEmptyObject(schema) ?? (isBinary(schema) ? blob : undefined),
  });
  return astToString(nodes);
}

function createRecursiveList(schema: object): ts.TypeNode | undefined {
  const { type, [RECURSIVE_LIST]: name } = schema as Record<string, unknown>;
  if (type !== 'array' || typeof name !== 'string') return undefined;
  const literal = ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(name));
  return ts.factory.createTypeReferenceNode('RecursiveList', [literal]);
}

function createEmptyObject(schema: object): ts.TypeNode | undefined {
  const { type, additionalProperties, properties = {}, ...others } = schema as Record<string, unknown>;
  const isClosed =
    type === 'object' && additionalProperties === false && Object.keys(properties ?? {}).length === 0;
  const isMore = ['patternProperties', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in others);
  if (!isClosed || isMore) return undefined;
  const keywords = [ts.SyntaxKind.StringKeyword, ts.SyntaxKind.NeverKeyword] as const;
  return ts.factory.createTypeReferenceNode(
    'Record',
    keywords.map((keyword) => ts.factory.createKeywordTypeNode(keyword)),
  );
}

// Matches `format: binary` of OpenAPI 3.0 and `contentMediaType` of 3.1.
function isBinary(schema: object): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema as Record<string, unknown>;
  const isText = type === undefined || type === 'string';
  const isBytes =
    typeof contentMediaType === 'string' &&
    contentEncoding === undefined &&
    !/json|text|xml/.test(contentMediaType);
  return isText && (format === 'binary' || isBytes);
}
