// A document in which objects have the members that it declares, and at most one more of a fixed value: what it
// describes, where the document as it is written also accepts members that it does not mention.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  type OpenApiModel,
  readModel,
  valueAt,
  walkObjects,
} from '@keyframe/openapi-model';
import { children, KEYWORD_NAMES, KEYWORD_TABLE, type KeywordName } from '@keyframe/openapi-schema';
import { createShape, readNode } from './shape.ts';

/** The name and the value of the one member beyond those declared: no document means it by chance. */
export const UNDECLARED = 'undeclared';

const DECLARING: ReadonlySet<KeywordName | undefined> = new Set(['patternProperties', 'properties'] as const);
// Schemas below these keywords do not describe values.
const TESTS = KEYWORD_NAMES.filter((name) => KEYWORD_TABLE[name].applies === 'test').map(
  (name) => KEYWORD_TABLE[name].keyword,
);
const MAX_DEPTH = 20;

/** Reads the model of a document once more, its objects closed to members that no part of it declares. */
export function closeDocument(model: OpenApiModel): OpenApiModel {
  const document = structuredClone(model.document);
  const root = { kind: 'document', value: model.document, pointer: '#' } as const;
  walkObjects(root, ({ kind, value, pointer }) => {
    const located = kind === 'schema' ? innerSchemas(model, { schema: value, pointer }) : [];
    if (kind !== 'schema' && isSchema(value.schema))
      located.push({ schema: value.schema, pointer: appendPointer(pointer, 'schema') });
    for (const one of located) {
      const copy = valueAt(document, one.pointer);
      if (isJsonObject(copy) && isOpen(model, one)) copy.unevaluatedProperties = { const: UNDECLARED };
    }
    return true;
  });
  return readModel(document, model.source);
}

// The schemas of members and items.
function innerSchemas(model: OpenApiModel, located: LocatedSchema): LocatedSchema[] {
  if (located.pointer.split('/').some((token) => TESTS.includes(token))) return [];
  return children(readNode(model, located))
    .filter(({ applies }) => applies === 'items' || applies === 'members')
    .filter(({ keyword }) => keyword !== 'unevaluatedProperties')
    .map(({ node }) => node.origin);
}

function isOpen(model: OpenApiModel, located: LocatedSchema): boolean {
  const { additionalProperties, unevaluatedProperties } = readNode(model, located).keywords;
  return !additionalProperties && !unevaluatedProperties && declaresMembers(model, located, 0);
}

// An object without any declared member is meant to be free.
function declaresMembers(model: OpenApiModel, located: LocatedSchema, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const { parts, unions } = createShape(model, located);
  return (
    parts.some(({ node }) => node.written.some(({ name }) => DECLARING.has(name))) ||
    unions.some(({ branches }) => branches.some((branch) => declaresMembers(model, branch, depth + 1)))
  );
}
