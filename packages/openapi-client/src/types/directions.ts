// The members of a value depend on its sender (OpenAPI 3.1, Schema Object; JSON Schema validation, section 9.4): a
// request does not set readOnly members, and a response does not have writeOnly ones.
import type { OpenApiModel } from '@keyframe/openapi-model';
import { children, references, type SchemaNode } from '@keyframe/openapi-schema';

/** The message that contains a value; `written` is a component as the document has it, in neither direction. */
export type Direction = 'request' | 'response' | 'written';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/** Finds the members that a direction omits, and the schemas that are affected. */
export class Directions {
  readonly #differing = { request: new Map<string, boolean>(), response: new Map<string, boolean>() };

  readonly #used: Readonly<Record<Direction, boolean>>;

  constructor(model: OpenApiModel) {
    // Many documents have neither flag.
    const text = JSON.stringify(model.document);
    const isUsed = (flag: string) => text.includes(`"${flag}":true`);
    this.#used = { request: isUsed(FLAGS.request), response: isUsed(FLAGS.response), written: false };
  }

  /** Whether a direction omits any member in the document. */
  get areUsed(): boolean {
    return this.#used.request || this.#used.response;
  }

  /** Reports whether a direction omits a member of a schema, or of a schema that it refers to or contains. */
  differs(node: SchemaNode, direction: Direction): boolean {
    if (direction === 'written' || !this.#used[direction]) return false;
    const known = this.#differing[direction];
    const existing = known.get(node.pointer);
    if (existing !== undefined) return existing;
    const visited = new Set<string>();
    const found = this.#leadsToFlagged(node, direction, visited);
    for (const pointer of found ? [node.pointer] : visited) known.set(pointer, found);
    return found;
  }

  /** Lists the members that a direction omits from the value of a schema, including those of its subschemas in place. */
  omitted(node: SchemaNode, direction: Direction): string[] {
    if (!this.#used[direction]) return [];
    return this.#inPlace(node, new Set()).flatMap((part) => this.#ownFlagged(part, direction));
  }

  /** Reports whether a direction omits a member. */
  isOmitted(member: SchemaNode, direction: Direction): boolean {
    if (direction === 'written' || !this.#used[direction]) return false;
    const flag = FLAGS[direction];
    return conjuncts(member).some(({ annotations }) => annotations[flag]);
  }

  #ownFlagged({ keywords }: SchemaNode, direction: Direction): string[] {
    return [...keywords.properties].flatMap(([name, member]) =>
      this.isOmitted(member, direction) ? [name] : [],
    );
  }

  #inPlace(node: SchemaNode, seen: Set<string>): SchemaNode[] {
    return conjuncts(node).flatMap((part) => {
      if (seen.has(part.pointer)) return [];
      seen.add(part.pointer);
      const branches = [...part.keywords.anyOf, ...part.keywords.oneOf];
      return [part, ...branches.flatMap((branch) => this.#inPlace(branch, seen))];
    });
  }

  #leadsToFlagged(from: SchemaNode, direction: 'request' | 'response', visited: Set<string>): boolean {
    const open = [from];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.kind !== 'keywords' || visited.has(node.pointer)) continue;
      visited.add(node.pointer);
      const known = this.#differing[direction].get(node.pointer);
      if (known || this.#ownFlagged(node, direction).length > 0) return true;
      if (known === false) continue;
      for (const child of [...references(node), ...children(node)]) open.push(child.node);
    }
    return false;
  }
}

// Lists a schema, the targets of its references and the parts of its `allOf`, each once.
function conjuncts(node: SchemaNode): SchemaNode[] {
  const found = new Map<string, SchemaNode>();
  const add = (one: SchemaNode): void => {
    if (found.has(one.pointer)) return;
    found.set(one.pointer, one);
    const { reference, allOf } = one.keywords;
    for (const part of [reference, ...allOf]) if (part) add(part);
  };
  add(node);
  return [...found.values()];
}
