// A document in which objects have the members that it declares, and at most one more of a fixed value: what it
// describes, where the document as it is written also accepts members that it does not speak of.
import {
  appendPointer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
  readModel,
  walkObjects,
} from '@keyframe/openapi-model';
import { shapeOf } from './shape.ts';

/** The name and the value of the one member beyond those declared: no document means it by chance. */
export const UNDECLARED = 'undeclared';

const INNER_LISTS = ['prefixItems'];
const INNER_MAPS = ['properties', 'patternProperties'];
const INNER = ['items', 'additionalProperties', 'unevaluatedItems'];
// What stands below these is not what a value looks like.
const TESTS = /\/(?:not|if|contains|propertyNames)(?:\/|$)/;
const MAX_DEPTH = 20;

/** Reads the model of a document once more, its objects closed to members that no part of it declares. */
export function closeDocument(model: OpenApiModel): OpenApiModel {
  const document = structuredClone(model.document);
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ kind, value, pointer }) => {
    if (kind !== 'schema') close(model, value.schema, appendPointer(pointer, 'schema'));
    else if (!TESTS.test(pointer)) closeInner(model, value, pointer);
    return true;
  });
  return readModel(document, model.source);
}

function closeInner(model: OpenApiModel, schema: JsonObject, pointer: string): void {
  for (const keyword of INNER) close(model, memberOf(schema, keyword), appendPointer(pointer, keyword));
  for (const keyword of INNER_LISTS) {
    const list = memberOf(schema, keyword);
    if (!Array.isArray(list)) continue;
    for (const [index, item] of list.entries()) close(model, item, appendPointer(pointer, keyword, index));
  }
  for (const keyword of INNER_MAPS) {
    const map = memberOf(schema, keyword);
    if (!isJsonObject(map)) continue;
    for (const [name, item] of Object.entries(map)) close(model, item, appendPointer(pointer, keyword, name));
  }
}

function close(model: OpenApiModel, schema: JsonValue | undefined, pointer: string): void {
  if (!isJsonObject(schema)) return;
  if ('unevaluatedProperties' in schema || 'additionalProperties' in schema) return;
  if (declaresMembers(model, { schema, pointer }, 0)) schema.unevaluatedProperties = { const: UNDECLARED };
}

// An object of which nothing is declared is meant to be free.
function declaresMembers(model: OpenApiModel, located: LocatedSchema, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const { parts, unions } = shapeOf(model, located);
  return (
    parts.some(({ schema }) => INNER_MAPS.some((keyword) => keyword in schema)) ||
    unions.some(({ branches }) => branches.some((branch) => declaresMembers(model, branch, depth + 1)))
  );
}
