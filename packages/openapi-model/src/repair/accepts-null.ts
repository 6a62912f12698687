import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../json.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';

/** Reports whether a schema accepts null by its types, constants, references and compositions; other keywords are ignored. */
export function acceptsNull(schema: JsonValue | undefined, document: JsonObject): boolean {
  return accepts(schema, { document, above: new Set() });
}

interface Context {
  document: JsonObject;
  above: ReadonlySet<JsonValue>;
}

function accepts(schema: JsonValue | undefined, { document, above }: Context): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  if (above.has(schema)) return true;
  const inside = { document, above: new Set([...above, schema]) };
  const list = (name: string): JsonValue[] => {
    const branches = memberOf(schema, name);
    return Array.isArray(branches) ? branches : [];
  };
  const reference = memberOf(schema, '$ref');
  const target = typeof reference === 'string' ? canonicalPointer(reference) : undefined;
  const alternatives = [list('anyOf'), list('oneOf')].filter((branches) => branches.length > 0);
  return (
    isNullListed(schema) &&
    (target === undefined || accepts(valueAt(document, target), inside)) &&
    list('allOf').every((branch) => accepts(branch, inside)) &&
    alternatives.every((branches) => branches.some((branch) => accepts(branch, inside)))
  );
}

function isNullListed(schema: JsonObject): boolean {
  const [type, values, constant] = ['type', 'enum', 'const'].map((name) => memberOf(schema, name));
  if (type !== undefined && ![type].flat().includes('null')) return false;
  if (Array.isArray(values) && !values.includes(null)) return false;
  return constant === undefined || constant === null;
}
