// Types of lists.
import { type JsonObject, type JsonValue, SCHEMA_KEYWORDS } from '@keyframe/openapi-model/document';
import type { Position, SchemaPrinter } from './schema-printer.ts';
import { ANYTHING, createList, createTuple, type TypeText, unite } from './type-text.ts';

// The compiler slows down for larger tuples.
const MAX_ITEMS = 30;

/** Prints the type of a list. */
export function printArray(types: SchemaPrinter, schema: JsonObject, at: Position): TypeText {
  const { items, [SCHEMA_KEYWORDS.prefix.keyword]: prefix } = schema;
  const { arrayLength = false, immutable = false, openTuples = false } = types.options;
  if (Array.isArray(prefix)) {
    const first = prefix.map((item) => types.print(item, at));
    const tuple = openTuples ? printOpenTuple(types, { first, schema, at }) : createTuple(first);
    return immutable ? { text: `readonly ${tuple.text}`, form: 'operator' } : tuple;
  }
  const item = items === undefined || items === false ? ANYTHING : types.print(items, at);
  const bounded = arrayLength ? printTuples(item, schema) : undefined;
  return bounded ?? createList(item, immutable);
}

interface OpenTuple {
  /** The types of the first items. */
  first: readonly TypeText[];
  schema: JsonObject;
  at: Position;
}

// Items beyond `minItems` may be absent, and items after the first ones are those of `items`.
function printOpenTuple(types: SchemaPrinter, { first, schema, at }: OpenTuple): TypeText {
  const { items, minItems, maxItems } = schema;
  const min = readCount(minItems) ?? 0;
  const max = readCount(maxItems) ?? Number.POSITIVE_INFINITY;
  const isClosed = items === false || max <= first.length;
  const rest = isClosed ? undefined : items === undefined ? ANYTHING : types.print(items, at);
  const present = rest && min < MAX_ITEMS ? repeat(rest, Math.max(0, min - first.length)) : [];
  return createTuple([...first.slice(0, max), ...present], rest, min);
}

function printTuples(item: TypeText, { minItems, maxItems }: JsonObject): TypeText | undefined {
  const min = readCount(minItems) ?? 0;
  const limit = readCount(maxItems);
  const max = limit !== undefined && min <= limit ? limit : undefined;
  if (min === 0 && max === undefined) return undefined;
  const size = max === undefined ? min : (max * (max + 1) - min * (min - 1)) / 2;
  if (size >= MAX_ITEMS) return undefined;
  if (max === undefined) return createTuple(repeat(item, min), item);
  if (max === 0) return createTuple([]);
  const lengths = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  return unite(lengths.map((length) => createTuple(repeat(item, length))));
}

function repeat(item: TypeText, count: number): TypeText[] {
  return Array.from({ length: count }, () => item);
}

function readCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
