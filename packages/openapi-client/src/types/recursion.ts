// A type that refers to itself compiles only if an object's members are in between: in place it has no meaning, and in
// the items of a list it needs an interface.
import type { KeywordValues } from '@keyframe/openapi-schema/keywords';

/** The value that a reference applies to: the same value as its schema, items of lists, or members. */
export type Nesting = 'inPlace' | 'items' | 'members';

/** A schema as a model or a printer reads it. */
interface Recursive<TNode> {
  readonly pointer: string;
  readonly keywords: Pick<
    KeywordValues<TNode>,
    'allOf' | 'anyOf' | 'items' | 'oneOf' | 'prefix' | 'reference'
  >;
}

interface Reached<TNode> {
  target: TNode;
  nesting: Nesting;
}

/** Finds references that lead back to the schema that contains them. */
export class Recursion<TNode extends Recursive<TNode>> {
  readonly #references = new Map<string, Reached<TNode>[]>();
  readonly #recursive = new Map<string, boolean>();

  /** Finds how a schema leads back to another without members in between; undefined if it does not. */
  leadsBack(from: TNode, to: TNode): 'inPlace' | 'items' | undefined {
    // Most schemas do not even lead back to themselves; this result is cached.
    const known = this.#recursive.get(to.pointer);
    const own =
      known ??
      this.#listReferences(to).some(({ target }) => this.#findRecursion(target, to.pointer) !== undefined);
    this.#recursive.set(to.pointer, own);
    return own ? this.#findRecursion(from, to.pointer) : undefined;
  }

  #findRecursion(from: TNode, to: string): 'inPlace' | 'items' | undefined {
    const open: Reached<TNode>[] = [{ target: from, nesting: 'inPlace' }];
    const visited = new Set<string>();
    let found: 'inPlace' | 'items' | undefined;
    for (let one = open.pop(); one; one = open.pop()) {
      const { target, nesting } = one;
      const key = `${nesting} ${target.pointer}`;
      if (visited.has(key)) continue;
      visited.add(key);
      if (target.pointer === to) {
        if (nesting === 'inPlace') return 'inPlace';
        found = 'items';
      }
      for (const next of this.#listReferences(target)) {
        open.push({ target: next.target, nesting: nesting === 'items' ? 'items' : next.nesting });
      }
    }
    return found;
  }

  #listReferences(node: TNode): Reached<TNode>[] {
    const existing = this.#references.get(node.pointer);
    if (existing) return existing;
    const found: Reached<TNode>[] = [];
    this.#references.set(node.pointer, found);
    this.#collect({ target: node, nesting: 'inPlace' }, found);
    return found;
  }

  #collect({ target: node, nesting }: Reached<TNode>, found: Reached<TNode>[]): void {
    const { reference, allOf, anyOf, oneOf, prefix, items } = node.keywords;
    if (reference) found.push({ target: reference, nesting });
    for (const child of [...allOf, ...anyOf, ...oneOf]) this.#collect({ target: child, nesting }, found);
    for (const child of [...prefix, ...(items ? [items] : [])])
      this.#collect({ target: child, nesting: 'items' }, found);
  }
}
