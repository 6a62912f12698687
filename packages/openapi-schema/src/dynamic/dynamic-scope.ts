// Follows `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2): what it leads to depends on the schema resources
// that were entered before it, of which the outermost with the anchor counts.
import {
  isJsonObject,
  type JsonObject,
  type LocatedObject,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
  resolveSchema,
  type SchemaResource,
  walkSchemas,
} from '@keyframe/openapi-model';

/** Maps each dynamic anchor in scope to its target schema. */
export type Bindings = ReadonlyMap<string, LocatedSchema>;

const NONE: ReadonlySet<string> = new Set();

export class DynamicScopes {
  /** The schemas of the document that are objects, by pointer. */
  readonly schemas: ReadonlyMap<string, JsonObject>;
  readonly #model: OpenApiModel;
  readonly #resources: ReadonlyMap<string, SchemaResource>;
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(model: OpenApiModel) {
    this.#model = model;
    const { resources } = model.resolver;
    this.#resources = new Map(resources.map((resource) => [resource.pointer, resource]));
    this.schemas = this.#allSchemas();
    this.#names = this.#reachableNames();
  }

  /** Finds what `$ref` or `$dynamicRef` of the schema at a pointer leads to, before anything is bound. */
  target({ schema, pointer }: LocatedSchema, keyword: '$dynamicRef' | '$ref'): LocatedSchema | undefined {
    const reference = isJsonObject(schema) ? memberOf(schema, keyword) : undefined;
    return typeof reference === 'string' ? resolveSchema(this.#model, reference, pointer) : undefined;
  }

  /** Names the anchor that a `$dynamicRef` looks for; undefined when it is like a `$ref`. */
  getAnchor(located: LocatedSchema): string | undefined {
    const reference = isJsonObject(located.schema) ? memberOf(located.schema, '$dynamicRef') : undefined;
    const target = this.target(located, '$dynamicRef');
    if (typeof reference !== 'string' || !target) return undefined;
    const name = decodeURIComponent(reference.slice(reference.indexOf('#') + 1));
    const anchor = this.#model.resolver.resourceOf(target.pointer).dynamicAnchors.get(name);
    return anchor?.pointer === target.pointer ? name : undefined;
  }

  /** Adds the anchors of the resource that a reference leads into to those bound before. */
  enter(bound: Bindings, pointer: string): Bindings {
    return new Map([...this.#model.resolver.resourceOf(pointer).dynamicAnchors, ...bound]);
  }

  /** Adds the anchors of the resources that begin between a schema and one inside it. */
  descend(bound: Bindings, from: string, to: string): Bindings {
    return listPrefixes(to)
      .filter((prefix) => prefix.length > from.length && this.#resources.has(prefix))
      .reduce<Bindings>((bindings, prefix) => this.enter(bindings, prefix), bound);
  }

  /** Reads what is bound at a schema when evaluation begins at the outermost one around it. */
  enterOuter(pointer: string): Bindings {
    const entry = listPrefixes(pointer).find((prefix) => this.schemas.has(prefix)) ?? pointer;
    return this.descend(this.enter(new Map(), entry), entry, pointer);
  }

  /** Names the anchors that a schema, or one that it leads to, looks for. */
  listNames(pointer: string): ReadonlySet<string> {
    return this.#names.get(pointer) ?? NONE;
  }

  // A target of a reference may be at a location that does not hold schemas otherwise.
  #allSchemas(): Map<string, JsonObject> {
    const schemas = new Map<string, JsonObject>();
    const open: LocatedObject[] = [];
    const visit = ({ schema, pointer }: LocatedObject) => {
      if (schemas.has(pointer)) return false;
      schemas.set(pointer, schema);
      for (const keyword of ['$ref', '$dynamicRef'] as const) {
        const target = this.target({ schema, pointer }, keyword);
        if (isJsonObject(target?.schema)) open.push({ schema: target.schema, pointer: target.pointer });
      }
      return true;
    };
    walkSchemas(this.#model, visit);
    for (const root of open) walkSchemas(this.#model, visit, root);
    return schemas;
  }

  // Searched backwards, from each `$dynamicRef` to all that leads to it.
  #reachableNames(): Map<string, Set<string>> {
    const all = [...this.schemas].map(([pointer, schema]) => {
      const located = { schema, pointer };
      return { located, pointer, name: this.getAnchor(located) };
    });
    const sources = new Map<string, string[]>();
    for (const { located, pointer, name } of all) {
      for (const target of this.#listSteps(located, name)) {
        const pointers = sources.get(target);
        if (pointers === undefined) sources.set(target, [pointer]);
        else pointers.push(pointer);
      }
    }
    const names = new Map<string, Set<string>>();
    const open = all.flatMap(({ pointer, name }) => (name === undefined ? [] : [{ pointer, name }]));
    for (const { pointer, name } of open) {
      const anchors = names.get(pointer) ?? new Set();
      if (anchors.has(name)) continue;
      names.set(pointer, anchors.add(name));
      for (const source of sources.get(pointer) ?? []) open.push({ pointer: source, name });
    }
    return names;
  }

  #listSteps(located: LocatedSchema, anchor: string | undefined): string[] {
    const { schema, pointer } = located;
    const steps = (['$ref', '$dynamicRef'] as const).flatMap(
      (keyword) => this.target(located, keyword)?.pointer ?? [],
    );
    for (const { dynamicAnchors } of anchor === undefined ? [] : this.#model.resolver.resources) {
      const bound = dynamicAnchors.get(anchor ?? '');
      if (bound) steps.push(bound.pointer);
    }
    const visit = (part: LocatedObject) => {
      if (part.pointer !== pointer) steps.push(part.pointer);
      return part.pointer === pointer;
    };
    walkSchemas(this.#model, visit, { schema: Object(schema), pointer });
    return steps;
  }
}

function listPrefixes(pointer: string): string[] {
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, index + 1).join('/'));
}
