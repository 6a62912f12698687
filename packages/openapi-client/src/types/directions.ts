// What a value may hold depends on who sends it (OpenAPI 3.1, Schema Object; JSON Schema validation, section 9.4): a
// request does not set readOnly members, and a response does not have writeOnly ones.
import {
  childrenOf,
  isJsonObject,
  isSchema,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';
import { listOf, locatedIn, partsOf } from '../describe/schemas.ts';

/** Who sends a value; a component by itself is as it is written. */
export type Direction = 'request' | 'response' | 'written';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/** Tells which members a direction leaves out, and of which schemas. */
export class Directions {
  readonly #model: OpenApiModel;
  readonly #differing = { request: new Map<string, boolean>(), response: new Map<string, boolean>() };

  readonly #used: Readonly<Record<Direction, boolean>>;

  constructor(model: OpenApiModel) {
    this.#model = model;
    // Many documents have neither.
    const text = JSON.stringify(model.document);
    const isUsed = (flag: string) => text.includes(`"${flag}":true`);
    this.#used = { request: isUsed(FLAGS.request), response: isUsed(FLAGS.response), written: false };
  }

  /** Whether the document has a member that a direction leaves out. */
  get areUsed(): boolean {
    return this.#used.request || this.#used.response;
  }

  /** Tells whether a direction leaves out a member of a schema, or of one that it leads to. */
  differs(located: LocatedSchema, direction: Direction): boolean {
    if (direction === 'written' || !this.#used[direction]) return false;
    const known = this.#differing[direction];
    const existing = known.get(located.pointer);
    if (existing !== undefined) return existing;
    const visited = new Set<string>();
    const found = this.#leadsToFlagged(located, direction, visited);
    for (const pointer of found ? [located.pointer] : visited) known.set(pointer, found);
    return found;
  }

  /** Lists the members that a direction leaves out of the value that a schema is about, wherever they are described. */
  omitted(located: LocatedSchema, direction: Direction): string[] {
    if (!this.#used[direction]) return [];
    return this.#inPlace(located, new Set()).flatMap((part) => this.#ownFlagged(part, direction));
  }

  /** Tells whether a direction leaves out a member. */
  isOmitted(member: LocatedSchema, direction: Direction): boolean {
    if (direction === 'written' || !this.#used[direction]) return false;
    const flag = FLAGS[direction];
    return partsOf(this.#model, member).some(
      ({ schema }) => isJsonObject(schema) && memberOf(schema, flag) === true,
    );
  }

  #ownFlagged(located: LocatedSchema, direction: Direction): string[] {
    const { schema } = located;
    const properties = isJsonObject(schema) ? memberOf(schema, 'properties') : undefined;
    if (!isJsonObject(properties)) return [];
    return Object.entries(properties).flatMap(([name, member]) => {
      const isOmitted =
        isSchema(member) && this.isOmitted(locatedIn(located, member, 'properties', name), direction);
      return isOmitted ? [name] : [];
    });
  }

  #inPlace(located: LocatedSchema, seen: Set<string>): LocatedSchema[] {
    return partsOf(this.#model, located).flatMap((part) => {
      if (seen.has(part.pointer)) return [];
      seen.add(part.pointer);
      const branches = ['anyOf', 'oneOf'].flatMap((keyword) => listOf(part, keyword));
      return [part, ...branches.flatMap((branch) => this.#inPlace(branch, seen))];
    });
  }

  #leadsToFlagged(from: LocatedSchema, direction: 'request' | 'response', visited: Set<string>): boolean {
    const open = [from];
    for (let one = open.pop(); one; one = open.pop()) {
      const { schema, pointer } = one;
      if (!isJsonObject(schema) || visited.has(pointer)) continue;
      visited.add(pointer);
      const known = this.#differing[direction].get(pointer);
      if (known || this.#ownFlagged(one, direction).length > 0) return true;
      if (known === false) continue;
      const reference = memberOf(schema, '$ref');
      const target = typeof reference === 'string' && this.#model.resolver.resolve(reference, pointer);
      if (target) open.push(target);
      for (const child of childrenOf({ kind: 'schema', value: schema, pointer })) {
        open.push({ schema: child.value, pointer: child.pointer });
      }
    }
    return false;
  }
}
