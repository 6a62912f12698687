// A type that refers to itself compiles only if an object's members are in between: in place it has no meaning, and in
// the items of a list it needs an interface.
import { children, type SchemaNode } from '@keyframe/openapi-schema';
import { COPYING } from './keyword-types.ts';

/** The value that a reference applies to: the same value as its schema, items of lists, or members. */
export type Nesting = 'inPlace' | 'items' | 'members';

interface Reached {
  target: SchemaNode;
  nesting: Nesting;
}

/** Finds references that lead back to the schema that contains them. */
export class Recursion {
  readonly #references = new Map<string, Reached[]>();
  readonly #recursive = new Map<string, boolean>();

  /** Finds how a schema leads back to another without members in between; undefined if it does not. */
  leadsBack(from: SchemaNode, to: SchemaNode): 'inPlace' | 'items' | undefined {
    // Most schemas do not even lead back to themselves; this result is cached.
    const known = this.#recursive.get(to.pointer);
    const own =
      known ??
      this.#listReferences(to).some(({ target }) => this.#findRecursion(target, to.pointer) !== undefined);
    this.#recursive.set(to.pointer, own);
    return own ? this.#findRecursion(from, to.pointer) : undefined;
  }

  #findRecursion(from: SchemaNode, to: string): 'inPlace' | 'items' | undefined {
    const open: Reached[] = [{ target: from, nesting: 'inPlace' }];
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

  #listReferences(node: SchemaNode): Reached[] {
    const existing = this.#references.get(node.pointer);
    if (existing) return existing;
    const found: Reached[] = [];
    this.#references.set(node.pointer, found);
    this.#collect({ target: node, nesting: 'inPlace' }, found);
    return found;
  }

  #collect({ target: node, nesting }: Reached, found: Reached[]): void {
    const { reference } = node.keywords;
    if (reference) found.push({ target: reference, nesting });
    const held = children(node);
    for (const child of held.filter(({ keyword }) => COPYING[keyword] === 'in place'))
      this.#collect({ target: child.node, nesting }, found);
    for (const child of held.filter(({ keyword }) => COPYING[keyword] === 'items'))
      this.#collect({ target: child.node, nesting: 'items' }, found);
  }
}
