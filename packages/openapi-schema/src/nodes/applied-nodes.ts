// Schemas that apply to the same value: the only iteration of references with `allOf`.
import { intersect, type Types, unite } from './json-types.ts';
import type { KeywordValues } from './keyword-node.ts';
import type { SchemaNode } from './schema-node.ts';

/** A schema as a graph, or a reader of single schemas, has it. */
interface Conjunction<TNode> {
  readonly keywords: Pick<KeywordValues<TNode>, 'allOf' | 'dynamicReference' | 'reference'>;
}

/** Lists the schemas that hold wherever a schema does: what it refers to, and the parts of its `allOf`. */
export function listConjuncts<TNode>({ keywords }: Conjunction<TNode>): TNode[] {
  const { reference, dynamicReference, allOf } = keywords;
  return [reference, dynamicReference, ...allOf].filter((node) => node !== undefined);
}

/**
 * Collects schemas with all that hold with them, each before those that it leads to; `listMore` adds others, such as
 * branches of unions, and schemas in `exclusions` are omitted.
 */
export function collectApplied<TNode extends Conjunction<TNode> & { readonly pointer: string }>(
  roots: readonly TNode[],
  listMore: (node: TNode) => readonly (TNode | undefined)[] = () => [],
  exclusions: readonly TNode[] = [],
): TNode[] {
  const visited = new Set(exclusions.map(({ pointer }) => pointer));
  const applied: TNode[] = [];
  const open = roots.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (visited.has(node.pointer)) continue;
    visited.add(node.pointer);
    applied.push(node);
    const more = listMore(node).filter((candidate) => candidate !== undefined);
    open.push(...[...listConjuncts(node), ...more].reverse());
  }
  return applied;
}

/** Finds the types that the parts of a schema accept together: what holds with it, and its unions; undefined for any. */
export function findPartTypes({ keywords }: Pick<SchemaNode, 'keywords'>): Types | undefined {
  const conjuncts = listConjuncts({ keywords }).map(({ types }) => types);
  const unions = [keywords.oneOf, keywords.anyOf].map((branches) =>
    unite(branches.map(({ types }) => types)),
  );
  return [...conjuncts, ...unions].reduce<Types | undefined>(intersect, undefined);
}
