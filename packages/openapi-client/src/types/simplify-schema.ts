// Replacements of keywords that the printer of types ignores, or reads differently from JSON Schema.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  parsePointer,
} from '@keyframe/openapi-model';
import { KEYWORD_TABLE } from '@keyframe/openapi-schema';
import { Identifiers } from '@keyframe/openapi-tooling/generator';
import { excludeValues, NOTHING } from './exclude-values.ts';

/** Removes booleans in compositions, `const: null`, enums of objects, `not` and `nullable` from a copy of a schema. */
export function simplifySchema(schema: JsonObject): JsonObject {
  const { nullable: _, not, ...rest } = schema;
  const copy = excludeValues(rest, not);
  if (memberOf(copy, 'const') === null) {
    delete copy.const;
    copy.type = 'null';
  }
  if (copy.type === 'object') delete copy.enum;
  return removeBooleans(removeExamples(copy));
}

// In `allOf`, each part has to match; in `anyOf` and `oneOf`, `false` never matches.
function removeBooleans(schema: JsonObject): JsonObject {
  let copy = schema;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = memberOf(copy, keyword);
    if (!Array.isArray(list) || list.every(isJsonObject)) continue;
    const { [keyword]: _, ...rest } = copy;
    const possible = list.filter((one) => one !== false);
    const isImpossible = keyword === 'allOf' ? possible.length < list.length : possible.length === 0;
    if (isImpossible) return NOTHING;
    const objects = possible.filter(isJsonObject);
    const isAnything = keyword === 'allOf' ? objects.length === 0 : objects.length < possible.length;
    copy = isAnything ? rest : { ...rest, [keyword]: objects };
  }
  return copy;
}

/** Removes examples that are at a URL or contain what looks like a reference: openapi-typescript would fetch it. */
export function removeExamples(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => !((name === 'example' || name === 'examples') && holdsReference(value)),
  );
  return Object.fromEntries(kept);
}

function holdsReference(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsReference);
  if (!isJsonObject(value)) return false;
  const isElsewhere = Object.hasOwn(value, '$ref') || Object.hasOwn(value, 'externalValue');
  return isElsewhere || Object.values(value).some(holdsReference);
}

// Tokens of pointers that are keywords rather than names.
const STRUCTURE: ReadonlySet<string> = new Set([
  ...['$defs', 'components', 'content', 'definitions', 'schema', 'schemas'],
  ...(['additionalProperties', 'allOf', 'anyOf', 'items', 'oneOf', 'prefix', 'properties'] as const).map(
    (name) => KEYWORD_TABLE[name].keyword,
  ),
]);

/** Derives the name of a schema from its pointer. */
export function lastName(pointer: string): string {
  const tokens = (parsePointer(pointer) ?? []).filter(
    (token) => !STRUCTURE.has(token) && !/^\d+$/.test(token),
  );
  return new Identifiers().take(tokens.at(-1) ?? 'Schema');
}
