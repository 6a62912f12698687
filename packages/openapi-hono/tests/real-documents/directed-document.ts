// Rewrites a document for one direction, for validators without readOnly and writeOnly. Members that the direction
// removes are never required; a request may contain any value (which is ignored), a response none.
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@keyframe/openapi-model';

/** Names who sends a value; a component by itself holds as it is written. */
export type Direction = 'request' | 'response' | 'written';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;
const APPLICATORS = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** Copies a document, with the members of every schema as the direction has them. */
export function directedDocument(document: JsonObject, direction: Direction): JsonObject {
  if (direction === 'written') return document;
  const flag = FLAGS[direction];
  const left = direction === 'request';

  function rewrite(value: JsonValue, around: ReadonlySet<string>): JsonValue {
    if (Array.isArray(value)) return value.map((item) => rewrite(item, around));
    if (!isJsonObject(value)) return value;
    const names = new Set([...around, ...listFlagged(value, new Set())]);
    return Object.fromEntries(
      listMembers(value).map(([keyword, held]) => [keyword, rewriteKeyword(keyword, held, names)]),
    );
  }

  function rewriteKeyword(keyword: string, held: JsonValue, names: ReadonlySet<string>): JsonValue {
    if (keyword === 'required' && Array.isArray(held)) return held.filter((name) => !names.has(String(name)));
    if (keyword !== 'properties' || !isJsonObject(held)) {
      return rewrite(held, APPLICATORS.includes(keyword) ? names : new Set());
    }
    const members = listMembers(held).map(([name, member]): [string, JsonValue] => [
      name,
      isFlagged(member) ? left : rewrite(member, new Set()),
    ]);
    return Object.fromEntries(members);
  }

  // The flagged members of a schema and of all that applies to the same value.
  function listFlagged(value: JsonValue | undefined, seen: Set<JsonValue>): string[] {
    if (!isJsonObject(value) || seen.has(value)) return [];
    seen.add(value);
    const { properties, dependentSchemas } = value;
    const own = isJsonObject(properties) ? Object.entries(properties) : [];
    const parts = APPLICATORS.flatMap((keyword) => value[keyword] ?? []);
    const dependent = isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
    return [
      ...own.flatMap(([name, member]) => (isFlagged(member) ? [name] : [])),
      ...[...parts, ...dependent, target(value)].flatMap((part) => listFlagged(part, seen)),
    ];
  }

  function isFlagged(member: JsonValue | undefined, seen = new Set<JsonValue>()): boolean {
    if (!isJsonObject(member) || seen.has(member)) return false;
    seen.add(member);
    if (member[flag] === true) return true;
    return [member.allOf ?? [], target(member) ?? []].flat().some((part) => isFlagged(part, seen));
  }

  function target({ $ref }: JsonObject): JsonValue | undefined {
    return typeof $ref === 'string' ? valueAt(document, $ref) : undefined;
  }

  return rewrite(document, new Set()) as JsonObject;
}

// JSON contains no undefined members, although the type allows them.
function listMembers(object: JsonObject): [string, JsonValue][] {
  return Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
