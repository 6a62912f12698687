// What a value may hold depends on who sends it (OpenAPI 3.1, Schema Object; JSON Schema validation, section 9.4): a
// request does not set readOnly members, and a response does not have writeOnly ones.
import type { OpenApiModel } from '@keyframe/openapi-model';
import { children, references, type SchemaNode } from '@keyframe/openapi-schema';

/** Who sends a value; a component by itself is as it is written. */
export type Direction = 'request' | 'response' | 'written';

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;

/** Tells which members a direction leaves out, and of which schemas. */
export class Directions {
  readonly #differing = { request: new Map<string, boolean>(), response: new Map<string, boolean>() };

  readonly #used: Readonly<Record<Direction, boolean>>;

  constructor(model: OpenApiModel) {
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

  /** Lists the members that a direction leaves out of the value that a schema is about, wherever they are described. */
  omitted(node: SchemaNode, direction: Direction): string[] {
    if (!this.#used[direction]) return [];
    return this.#inPlace(node, new Set()).flatMap((part) => this.#ownFlagged(part, direction));
  }

  /** Tells whether a direction leaves out a member. */
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

// A schema with the targets of its references and the parts of its `allOf`, each once.
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
