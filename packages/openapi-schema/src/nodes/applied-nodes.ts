// Schemas that apply to the same value: the only iteration of references with `allOf`.
import type { KeywordValues } from './keyword-node.ts';

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
