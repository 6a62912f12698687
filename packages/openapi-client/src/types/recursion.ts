// A type that refers to itself compiles only if an object's members are in between: in place it has no meaning, and in
// the items of a list it needs an interface.
import { type KeywordValues, listConjuncts } from '@keyframe/openapi-schema/keywords';

/** The value that a reference applies to: the same value as its schema, items of lists, or members. */
export type Nesting = 'inPlace' | 'items' | 'members';

/** A schema as a model or a printer reads it. */
interface Recursive<TNode> {
  readonly pointer: string;
  readonly keywords: KeywordValues<TNode>;
}

interface Step<TNode> {
  target: TNode;
  nesting: Nesting;
}

/** Finds references that lead back to the schema that contains them. */
export class Recursion<TNode extends Recursive<TNode>> {
  readonly #recursive = new Map<string, boolean>();

  /** Finds how a schema leads back to another without members in between; undefined if it does not. */
  leadsBack(from: TNode, to: TNode): 'inPlace' | 'items' | undefined {
    // Most schemas do not even lead back to themselves; this result is cached.
    const known = this.#recursive.get(to.pointer);
    const isRecursive = known ?? search(listSteps(to), to.pointer) !== undefined;
    this.#recursive.set(to.pointer, isRecursive);
    return isRecursive ? search([{ target: from, nesting: 'inPlace' }], to.pointer) : undefined;
  }
}

function search<TNode extends Recursive<TNode>>(
  open: Step<TNode>[],
  to: string,
): 'inPlace' | 'items' | undefined {
  const visited = new Set<string>();
  let closest: 'inPlace' | 'items' | undefined;
  for (let step = open.pop(); step; step = open.pop()) {
    const { target, nesting } = step;
    const key = `${nesting} ${target.pointer}`;
    if (visited.has(key)) continue;
    visited.add(key);
    if (target.pointer === to) {
      if (nesting === 'inPlace') return 'inPlace';
      closest = 'items';
    }
    for (const next of listSteps(target))
      open.push({ target: next.target, nesting: nesting === 'items' ? 'items' : next.nesting });
  }
  return closest;
}

function listSteps<TNode extends Recursive<TNode>>(node: TNode): Step<TNode>[] {
  const { anyOf, oneOf, prefix, items } = node.keywords;
  const same = [...listConjuncts(node), ...anyOf, ...oneOf];
  const children = items ? [...prefix, items] : prefix;
  return [
    ...same.map((target) => ({ target, nesting: 'inPlace' }) as const),
    ...children.map((target) => ({ target, nesting: 'items' }) as const),
  ];
}
