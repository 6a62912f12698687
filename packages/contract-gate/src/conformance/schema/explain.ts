// Finds the keyword that refuses a value, and where in the value.
import {
  appendPointer,
  isJsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
} from '@keyframe/openapi-model';
import { itemSchemas, memberSchemas } from './build-value.ts';
import { held, listed, mapped, namesOf, type ObjectSchema, type SchemaSpace } from './schema-space.ts';

/** Why a schema refuses a value. */
export interface Explanation {
  /** The keyword's place in the document. */
  pointer: string;
  keyword: string;
  /** The place in the value. */
  path: readonly (number | string)[];
  expected: string;
  found: JsonValue | undefined;
}

interface Step {
  space: SchemaSpace;
  path: readonly (number | string)[];
}

const DEEPEST = 64;
// These need what stands beside them.
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  additionalProperties: ['properties', 'patternProperties'],
  contains: ['minContains', 'maxContains'],
  items: ['prefixItems'],
};

/** Explains a refusal by the keyword that is deepest in the value. */
export function explain(space: SchemaSpace, located: LocatedSchema, value: JsonValue): Explanation {
  return refusal({ space, path: [] }, located, value);
}

function refusal(step: Step, located: LocatedSchema, value: JsonValue): Explanation {
  const { space, path } = step;
  const place = space.read(located);
  if (!place || path.length > DEEPEST) {
    return { pointer: located.pointer, keyword: 'false', path, expected: 'no value', found: value };
  }
  const target = space.target(place);
  const inPlace = [
    ...(target ? [target] : []),
    ...listed(place, 'allOf'),
    ...conditional(space, place, value),
  ];
  const refusing = inPlace.find((part) => !space.accepts(part, value));
  if (refusing) return refusal(step, refusing, value);
  return inChildren(step, place, value) ?? ownRefusal(step, place, value);
}

function conditional(space: SchemaSpace, place: ObjectSchema, value: JsonValue): LocatedSchema[] {
  const condition = held(place, 'if');
  if (!condition) return [];
  const part = held(place, space.accepts(condition, value) ? 'then' : 'else');
  return part ? [part] : [];
}

function inChildren({ space, path }: Step, place: ObjectSchema, value: JsonValue): Explanation | undefined {
  const members: (readonly [number | string, JsonValue, LocatedSchema[]])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item, itemSchemas([place], index)] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(
          ([name, item]) => [name, item ?? null, memberSchemas([place], name)] as const,
        )
      : [];
  for (const [name, member, schemas] of members) {
    // What is not evaluated is known only to the whole schema.
    const refusing = schemas.find(
      (schema) =>
        !/\/unevaluated(?:Items|Properties)$/.test(schema.pointer) && !space.accepts(schema, member),
    );
    if (refusing) return refusal({ space, path: [...path, name] }, refusing, member);
  }
  return undefined;
}

function ownRefusal({ space, path }: Step, place: ObjectSchema, value: JsonValue): Explanation {
  const { schema, pointer } = place;
  const keyword = Object.keys(schema).find((one) => !acceptsAlone(space, place, { keyword: one, value }));
  const name = keyword ?? Object.keys(schema).find((one) => /^unevaluated|Of$/.test(one)) ?? 'schema';
  const branch =
    (name === 'oneOf' || name === 'anyOf') && closest({ space, path }, listed(place, name), value);
  if (branch) return branch;
  const required = namesOf(memberOf(schema, 'required')).find(
    (one) => isJsonObject(value) && !(one in value),
  );
  const expected =
    name === 'required' ? `the member "${required}"` : `${name}: ${shownKeyword(memberOf(schema, name))}`;
  return { pointer: appendPointer(pointer, name), keyword: name, path, expected, found: value };
}

// Of branches that all refuse, the one that gets furthest is probably the one that was meant.
function closest(step: Step, branches: readonly LocatedSchema[], value: JsonValue): Explanation | undefined {
  if (branches.some((branch) => step.space.accepts(branch, value))) return undefined;
  const explained = branches.map((branch) => refusal(step, branch, value));
  const rank = ({ path, keyword }: Explanation) =>
    2 * path.length - (keyword === 'const' || keyword === 'type' ? 3 : 0);
  return explained.toSorted((one, other) => rank(other) - rank(one))[0];
}

function acceptsAlone(
  space: SchemaSpace,
  { schema, pointer }: ObjectSchema,
  { keyword, value }: { keyword: string; value: JsonValue },
): boolean {
  if (
    /^(?:unevaluated|\$|x-)|^(?:title|description|default|examples?|deprecated|readOnly|writeOnly)$/.test(
      keyword,
    )
  )
    return true;
  const kept = [keyword, ...(NEIGHBOURS[keyword] ?? [])].filter((one) => Object.hasOwn(schema, one));
  const alone = Object.fromEntries(kept.map((one) => [one, schema[one]]));
  return space.accepts({ schema: alone, pointer: `${pointer}/~only-${keyword}` }, value);
}

function shownKeyword(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Lists the members that a schema describes, behind references and in every branch; the first of a name counts. */
export function describedMembers(space: SchemaSpace, located: LocatedSchema): Map<string, LocatedSchema> {
  const found = new Map<string, LocatedSchema>();
  for (const [name, member] of describedEverywhere(space, located)) {
    if (!found.has(name)) found.set(name, member);
  }
  return found;
}

/** Lists the members that a schema describes, each as often as it does. */
export function* describedEverywhere(
  space: SchemaSpace,
  located: LocatedSchema,
): Generator<readonly [name: string, member: LocatedSchema]> {
  const seen = new Set<string>();
  const waiting = [located];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = seen.has(next.pointer) ? undefined : space.read(next);
    seen.add(next.pointer);
    if (!place) continue;
    for (const { name, located: member } of mapped(place, 'properties')) yield [name, member];
    const target = space.target(place);
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listed(place, keyword));
    const conditions = ['then', 'else'].flatMap((keyword) => held(place, keyword) ?? []);
    waiting.push(...(target ? [target] : []), ...parts, ...conditions);
  }
}
