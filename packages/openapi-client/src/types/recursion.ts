// A type that refers to itself compiles where an object's members are in between, and nowhere else: in place it has no
// meaning, and in the items of a list it needs an interface.
import {
  isJsonObject,
  isSchema,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { listOf, locatedIn } from '../describe/schemas.ts';

/** How a reference stands below the schema that holds it: for the same value, for items of lists, or for members. */
export type Nesting = 'inPlace' | 'items' | 'members';

interface Reached {
  target: LocatedSchema;
  nesting: Nesting;
}

/** Tells which references lead back to where they stand. */
export class Recursion {
  readonly #model: OpenApiModel;
  readonly #references = new Map<string, Reached[]>();
  readonly #recursive = new Map<string, boolean>();

  constructor(model: OpenApiModel) {
    this.#model = model;
  }

  /** Tells how a schema leads back to another without members in between; undefined where it does not. */
  leadsBack(from: LocatedSchema, to: LocatedSchema): 'inPlace' | 'items' | undefined {
    // Most do not even lead back to themselves, which is found out once.
    const known = this.#recursive.get(to.pointer);
    const own =
      known ?? this.#referencesOf(to).some(({ target }) => this.#leadsTo(target, to.pointer) !== undefined);
    this.#recursive.set(to.pointer, own);
    return own ? this.#leadsTo(from, to.pointer) : undefined;
  }

  #leadsTo(from: LocatedSchema, to: string): 'inPlace' | 'items' | undefined {
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
      for (const next of this.#referencesOf(target)) {
        open.push({ target: next.target, nesting: nesting === 'items' ? 'items' : next.nesting });
      }
    }
    return found;
  }

  #referencesOf(located: LocatedSchema): Reached[] {
    const existing = this.#references.get(located.pointer);
    if (existing) return existing;
    const found: Reached[] = [];
    this.#references.set(located.pointer, found);
    this.#collect({ target: located, nesting: 'inPlace' }, found);
    return found;
  }

  #collect({ target: located, nesting }: Reached, found: Reached[]): void {
    const { schema, pointer } = located;
    if (!isJsonObject(schema)) return;
    const reference = memberOf(schema, '$ref');
    const target = typeof reference === 'string' && this.#model.resolver.resolve(reference, pointer);
    if (target) found.push({ target, nesting });
    for (const part of ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(located, keyword))) {
      this.#collect({ target: part, nesting }, found);
    }
    const items = memberOf(schema, 'items');
    const held = [
      ...listOf(located, 'prefixItems'),
      ...(isSchema(items) ? [locatedIn(located, items, 'items')] : []),
    ];
    for (const item of held) this.#collect({ target: item, nesting: 'items' }, found);
  }
}
