// Reads schemas as they hold for one direction (OpenAPI 3.1, Schema Object; JSON Schema validation, section 9.4): a
// request does not set readOnly members, so they are neither required nor validated; a response does not contain
// writeOnly ones.
import {
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
} from '@keyframe/openapi-model';
import { listChildSchemas } from './child-schemas.ts';

import { subschemas } from './keyword-readers.ts';
import { reaches } from './search-graph.ts';

/** The direction of a value: a `request` may not set `readOnly` members, a `response` contains no `writeOnly` ones. */
export type Direction = 'request' | 'response';

/** Schemas as they are written. */
interface WrittenSchemas {
  referenced: (located: LocatedSchema) => LocatedSchema[];
  isFlagged: (located: LocatedSchema, keyword: 'readOnly' | 'writeOnly') => boolean;
}

type Schema = LocatedSchema['schema'];

const FLAGS = { request: 'readOnly', response: 'writeOnly' } as const;
const APPLICATOR_LISTS = ['allOf', 'anyOf', 'oneOf'];
const CONDITIONALS = ['if', 'then', 'else'];

export class ReadWriteViews {
  readonly #graph: WrittenSchemas;
  readonly #direction: Direction;
  readonly #views = new Map<Schema, JsonObject>();
  readonly #originals = new Map<Schema, Schema>();
  readonly #differing = new Map<Schema, boolean>();

  constructor(graph: WrittenSchemas, direction: Direction) {
    this.#graph = graph;
    this.#direction = direction;
  }

  view(located: LocatedSchema): LocatedSchema {
    const { schema, pointer } = located;
    if (!isJsonObject(schema) || this.#originals.has(schema)) return located;
    const existing = this.#views.get(schema);
    if (existing) return existing === schema ? located : { schema: existing, pointer };
    const names = new Set(this.#flagged(located, new Set()));
    const view = names.size === 0 ? schema : this.#rewrite(schema, names);
    this.#views.set(schema, view);
    return { schema: view, pointer };
  }

  omittedMembers(located: LocatedSchema): readonly string[] {
    return this.#ownFlagged(this.#original(located));
  }

  ignoredMembers(located: LocatedSchema): readonly string[] {
    return this.#direction === 'response' ? [] : this.omittedMembers(located);
  }

  differs(view: LocatedSchema): boolean {
    // A view differs as what it was made of does, although nothing in it is flagged any more.
    const located = this.#original(view);
    const existing = this.#differing.get(located.schema);
    if (existing !== undefined) return existing;
    const visited = new Set<Schema>();
    const steps = (from: LocatedSchema) =>
      this.#differing.has(from.schema)
        ? []
        : [...this.#graph.referenced(from), ...listChildSchemas(from).map((child) => child.located)];
    const fits = (from: LocatedSchema) =>
      this.#differing.get(from.schema) ?? this.#ownFlagged(from).length > 0;
    const isDifferent = reaches(located, { steps, fits }, visited);
    for (const schema of isDifferent ? [located.schema] : visited) this.#differing.set(schema, isDifferent);
    return isDifferent;
  }

  #original({ schema, pointer }: LocatedSchema): LocatedSchema {
    return { schema: this.#originals.get(schema) ?? schema, pointer };
  }

  // The flagged members of a schema and of all that applies to the same value.
  #flagged(located: LocatedSchema, seen: Set<Schema>): string[] {
    const { schema } = located;
    if (!isJsonObject(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const schemas = [
      ...this.#graph.referenced(located),
      ...APPLICATOR_LISTS.flatMap((keyword) => subschemas(located, keyword)),
      ...listChildSchemas(located)
        .filter(({ keyword }) => CONDITIONALS.includes(keyword) || keyword === 'dependentSchemas')
        .map((child) => child.located),
    ];
    return [...this.#ownFlagged(located), ...schemas.flatMap((applied) => this.#flagged(applied, seen))];
  }

  #ownFlagged(located: LocatedSchema): string[] {
    const flag = FLAGS[this.#direction];
    return listChildSchemas(located).flatMap(({ keyword, name, located: member }) =>
      keyword === 'properties' && name !== undefined && this.#graph.isFlagged(member, flag) ? [name] : [],
    );
  }

  #rewrite(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
    const rewritten = Object.entries(schema).map(([keyword, value]): [string, JsonValue | undefined] => [
      keyword,
      this.#rewriteKeyword(keyword, value, names),
    ]);
    const view = Object.fromEntries(rewritten);
    this.#originals.set(view, schema);
    return view;
  }

  #rewriteKeyword(
    keyword: string,
    value: JsonValue | undefined,
    names: ReadonlySet<string>,
  ): JsonValue | undefined {
    const rewrite = (schema: JsonValue | undefined) =>
      isJsonObject(schema) ? this.#rewrite(schema, names) : schema;
    if (keyword === 'required' && Array.isArray(value)) {
      return value.filter((name) => typeof name !== 'string' || !names.has(name));
    }
    if (keyword === 'properties' && isJsonObject(value)) return this.#rewriteMembers(value);
    if (APPLICATOR_LISTS.includes(keyword) && Array.isArray(value))
      return value.map((branch) => rewrite(branch) ?? branch);
    return CONDITIONALS.includes(keyword) && isSchema(value) ? rewrite(value) : value;
  }

  #rewriteMembers(members: JsonObject): JsonObject {
    const flag = FLAGS[this.#direction];
    const entries = Object.entries(members).map(([name, schema]): [string, JsonValue | undefined] => {
      const isFlagged = isSchema(schema) && this.#graph.isFlagged({ schema, pointer: '' }, flag);
      return [name, isFlagged ? this.#direction === 'request' : schema];
    });
    return Object.fromEntries(entries);
  }
}
