// Types of lists.
import type { InnerPrinter, Position } from './schema-printer.ts';
import type { TypeNode } from './type-node.ts';
import { ANYTHING, createList, createTuple, type TypeText, unite } from './type-text.ts';

// The compiler slows down for larger tuples.
const MAX_ITEMS = 30;

/** Prints the type of a list. */
export function printArray(types: InnerPrinter, node: TypeNode, position: Position): TypeText {
  const recursive = types.printRecursiveList(node, position);
  if (recursive) return recursive;
  const { keywords } = node;
  const { items, prefix } = keywords;
  const at = { ...position, isItem: true };
  const { arrayLength = false, immutable = false } = types.options;
  if (prefix.length > 0) {
    const tuple = createTuple(prefix.map((item) => types.print(item, at)));
    return immutable ? { text: `readonly ${tuple.text}`, form: 'operator' } : tuple;
  }
  const item = items === undefined || items.kind === 'never' ? ANYTHING : types.print(items, at);
  const bounded = arrayLength ? printTuples(item, keywords) : undefined;
  return bounded ?? createList(item, immutable);
}

function printTuples(item: TypeText, { minItems, maxItems }: TypeNode['keywords']): TypeText | undefined {
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

function readCount(value: number | undefined): number | undefined {
  return value !== undefined && value >= 0 ? value : undefined;
}
