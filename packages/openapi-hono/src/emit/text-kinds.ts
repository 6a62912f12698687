// Tells from a schema what the text of a value is to be read as.
import { appendPointer, isJsonObject, isSchema, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import type { Kind } from '@keyframe/openapi-runtime/http';
import { type Code, list, object, quote } from '../code.ts';
import type { Generation } from '../generation.ts';
import { subschemas, type Types } from '../schema/keyword-readers.ts';
import type { JsonTypeName } from '../schema/keywords.ts';

/** Is what a text is read as. */
export interface Shape {
  kind: readonly Kind[];
  shape?: 'list' | 'object';
  members?: readonly (readonly [name: string, kind: readonly Kind[]])[];
  /** An object has members beside those that are named. */
  open?: boolean;
}

// Every text is a string, and a schema that says nothing of types takes strings.
const UNTOLD: readonly JsonTypeName[] = ['string'];

const KINDS = ['boolean', 'null', 'number', 'string'] as const;

/** Finds the shape of a value; undefined when its text can't tell which of several it is. */
export function shapeOf(generation: Generation, located: LocatedSchema): Shape | undefined {
  const types = new Set(generation.graph.typesOf(located) ?? UNTOLD);
  // A list or an object that is null is one that is not sent.
  if (types.has('array') || types.has('object')) types.delete('null');
  if (types.size === 1 && types.has('array')) return listShape(generation, located);
  if (types.size === 1 && types.has('object')) return objectShape(generation, located);
  const kind = kindsOf(types);
  return kind && { kind };
}

function listShape(generation: Generation, located: LocatedSchema): Shape | undefined {
  const kind = innerKind(generation, itemsOf(generation, located));
  return kind && { shape: 'list', kind };
}

function objectShape(generation: Generation, located: LocatedSchema): Shape | undefined {
  const { named, others } = propertiesOf(generation, located);
  const members = [...named].map(([name, schemas]) => [name, innerKind(generation, schemas)] as const);
  const kind = innerKind(generation, others);
  const known = members.flatMap(([name, one]) => (one ? [[name, one] as const] : []));
  if (!kind || known.length < members.length) return undefined;
  return { shape: 'object', kind, members: known, open: others.length > 0 };
}

// Without the schema at hand, a text that may be a string or a number can't be told apart.
function innerKind(generation: Generation, schemas: readonly LocatedSchema[]): readonly Kind[] | undefined {
  const types = new Set(schemas.flatMap((schema) => [...(generation.graph.typesOf(schema) ?? UNTOLD)]));
  const kind = kindsOf(types.size === 0 ? new Set(UNTOLD) : types);
  return kind?.includes('string') && kind.length > 1 ? undefined : kind;
}

// A text `null` is a string wherever strings are allowed.
function kindsOf(types: Types): readonly Kind[] | undefined {
  if (types.has('array') || types.has('object')) return undefined;
  const has = (kind: Kind) => types.has(kind) || (kind === 'number' && types.has('integer'));
  return KINDS.filter((kind) => has(kind) && !(kind === 'null' && types.has('string')));
}

/** Lists the schemas of the items of a list, wherever the schema says them. */
export function itemsOf(generation: Generation, located: LocatedSchema): LocatedSchema[] {
  return inPlace(generation, located).flatMap((part) => {
    const { schema, pointer } = part;
    const items = isJsonObject(schema) ? memberOf(schema, 'items') : undefined;
    const own = isSchema(items) ? [{ schema: items, pointer: appendPointer(pointer, 'items') }] : [];
    return [...own, ...subschemas(part, 'prefixItems')];
  });
}

export interface Properties {
  /** The schemas of each property that is named. */
  named: ReadonlyMap<string, readonly LocatedSchema[]>;
  /** The schemas of the others; none when the schema says nothing of them. */
  others: readonly LocatedSchema[];
}

/** Lists the schemas of the properties of an object, wherever the schema says them. */
export function propertiesOf(generation: Generation, located: LocatedSchema): Properties {
  const named = new Map<string, LocatedSchema[]>();
  const others: LocatedSchema[] = [];
  for (const part of inPlace(generation, located)) {
    for (const [name, schema] of schemasIn(part, 'properties')) {
      named.set(name, [...(named.get(name) ?? []), schema]);
    }
    others.push(...schemasIn(part, 'patternProperties').map(([, schema]) => schema));
    const additional = isJsonObject(part.schema) && memberOf(part.schema, 'additionalProperties');
    if (isSchema(additional) && additional !== false) {
      others.push({ schema: additional, pointer: appendPointer(part.pointer, 'additionalProperties') });
    }
  }
  return { named, others };
}

function schemasIn({ schema, pointer }: LocatedSchema, keyword: string): [string, LocatedSchema][] {
  const map = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
  if (!isJsonObject(map)) return [];
  return Object.keys(map).flatMap((name): [string, LocatedSchema][] => {
    const inner = memberOf(map, name);
    return isSchema(inner) ? [[name, { schema: inner, pointer: appendPointer(pointer, keyword, name) }]] : [];
  });
}

/** Lists a schema and all that speak of the same value: those that it refers to, combines or chooses from. */
export function inPlace(
  generation: Generation,
  located: LocatedSchema,
  seen: ReadonlySet<string> = new Set(),
): LocatedSchema[] {
  if (!isJsonObject(located.schema) || seen.has(located.pointer)) return [];
  const next = new Set([...seen, located.pointer]);
  const parts = (['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) => subschemas(located, keyword));
  const all = [...generation.graph.referenced(located), ...parts];
  return [located, ...all.flatMap((part) => inPlace(generation, part, next))];
}

/** Writes a shape as members of a definition. */
export function shapeMembers({ kind, shape, members = [], open }: Shape): [string, Code | undefined][] {
  const named = members.map(([name, one]): [string, Code] => [name, kindCode(one)]);
  return [
    ['kind', kindCode(kind)],
    ['shape', shape && quote(shape)],
    ['members', named.length > 0 ? object(named) : undefined],
    ['open', open ? 'true' : undefined],
  ];
}

function kindCode(kind: readonly Kind[]): Code {
  const [only = 'string', ...others] = kind;
  return others.length === 0 ? quote(only) : list(kind.map(quote));
}
