import { jsonEqual } from './json-equal.ts';
import { isObject } from './json-type.ts';

/** Finds the index of an item that equals an earlier one; undefined when all differ. */
export function findTwin(items: readonly unknown[]): number | undefined {
  const seen = new Map<unknown, unknown[]>();
  for (const [index, item] of items.entries()) {
    // Scalars are their own key. Objects and lists with one key are compared one by one.
    const isCompound = typeof item === 'object' && item !== null;
    const key = isCompound ? `${typeof item} ${canonicalText(item)}` : item;
    const twins = seen.get(key);
    if (twins?.some((twin) => jsonEqual(twin, item))) return index;
    if (twins) twins.push(item);
    else seen.set(key, [item]);
  }
  return undefined;
}

// Equal values have equal texts; the order of members makes no difference.
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
