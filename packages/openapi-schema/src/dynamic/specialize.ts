// Replaces `$dynamicRef` in a document by `$ref` without changing its meaning: a schema that is reached with other
// anchors bound than at its own location is copied, once for each set of them.
import {
  appendPointer,
  copySchema,
  editSchemas,
  type JsonObject,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
  type Problem,
  parsePointer,
} from '@keyframe/openapi-model';
import { type Bindings, DynamicScopes } from './dynamic-scope.ts';

/** A model without `$dynamicRef`. */
export interface Specialization {
  model: OpenApiModel;
  /** The components that the document does not have itself. */
  copies: ReadonlySet<string>;
  /** Lists the locations at which a schema is written. */
  listOrigins: (pointer: string) => readonly string[];
  problems: readonly Problem[];
}

/** A schema that is copied, and the name of the component that holds the copy. */
interface Copy {
  located: LocatedSchema;
  bindings: Bindings;
  name: string;
}

// Each name can be bound in several ways, so their number can double with each name.
const MOST_COPIES = 1_000;

const COMPONENTS = '#/components/schemas';

/** Replaces every `$dynamicRef` of a document; one without any is answered as it is. */
export function specialize(model: OpenApiModel): Specialization {
  const { resources, hasDynamicReferences } = model.resolver;
  const isDynamic = hasDynamicReferences || resources.some(({ dynamicAnchors }) => dynamicAnchors.size > 0);
  if (!isDynamic) {
    return { model, copies: new Set(), listOrigins: (pointer) => [pointer], problems: [] };
  }
  return new Specializer(model).run();
}

class Specializer {
  readonly #model: OpenApiModel;
  readonly #scopes: DynamicScopes;
  readonly #copies = new Map<string, Copy>();
  readonly #byName = new Map<string, Copy>();
  readonly #problems: Problem[] = [];

  constructor(model: OpenApiModel) {
    this.#model = model;
    this.#scopes = new DynamicScopes(model);
  }

  run(): Specialization {
    const schemas = new Map<string, JsonObject>();
    for (const [pointer, original] of this.#scopes.schemas) {
      const schema = { ...original };
      this.#rewrite(schema, pointer, this.#scopes.enterOuter(pointer));
      schemas.set(pointer, schema);
    }
    const components = new Map<string, JsonObject>();
    // Rewriting a copy may ask for others, which are then visited in turn.
    for (const copy of this.#copies.values()) components.set(copy.name, this.#writeContent(copy));
    const findOrigin = (pointer: string) => this.#findOrigin(pointer);
    return {
      model: editSchemas(this.#model, { schemas, components }, findOrigin),
      copies: new Set(this.#byName.keys()),
      listOrigins: (pointer) => [findOrigin(pointer)],
      problems: this.#problems,
    };
  }

  #writeContent({ located: { pointer: root }, bindings }: Copy): JsonObject {
    const { $defs: _, ...schema } = this.#scopes.schemas.get(root) ?? {};
    // No reference leads into a copy: each leads to where the document holds its target, or to a copy of that.
    return copySchema(this.#model.edits.schemas, { schema, pointer: root }, ({ schema: copy, pointer }) =>
      this.#rewrite(copy, pointer, this.#scopes.descend(bindings, root, pointer)),
    );
  }

  // Writes references as pointers into the document, so that identifiers and anchors are not needed any more.
  #rewrite(schema: JsonObject, pointer: string, bindings: Bindings): void {
    const original = this.#scopes.schemas.get(pointer);
    if (!original) return;
    const located = { schema: original, pointer };
    const target = this.#scopes.target(located, '$ref');
    if (target) schema.$ref = this.#reference(target, bindings);
    const initial = this.#scopes.target(located, '$dynamicRef');
    for (const keyword of ['$id', '$anchor', '$dynamicAnchor']) {
      if (typeof memberOf(schema, keyword) === 'string') delete schema[keyword];
    }
    if (!initial) return;
    delete schema.$dynamicRef;
    const anchor = this.#scopes.getAnchor(located);
    const bound = anchor === undefined ? undefined : bindings.get(anchor);
    const $ref = this.#reference(bound ?? initial, bindings);
    const branches = memberOf(schema, 'allOf') ?? [];
    if (memberOf(schema, '$ref') === undefined) schema.$ref = $ref;
    else if (Array.isArray(branches)) schema.allOf = [...branches, { $ref }];
  }

  #reference(target: LocatedSchema, before: Bindings): string {
    const { pointer } = target;
    const bindings = this.#scopes.enter(before, pointer);
    const baseBindings = this.#scopes.enterOuter(pointer);
    const names = [...this.#scopes.listNames(pointer)].sort();
    const isSame = names.every((name) => bindings.get(name)?.pointer === baseBindings.get(name)?.pointer);
    if (isSame) return pointer;
    const key = JSON.stringify([pointer, names.map((name) => bindings.get(name)?.pointer)]);
    const existing = this.#copies.get(key);
    if (existing) return appendPointer(COMPONENTS, existing.name);
    if (this.#copies.size === MOST_COPIES) return this.#refuse(pointer);
    const copy = { located: target, bindings, name: this.#takeName(pointer) };
    this.#copies.set(key, copy);
    this.#byName.set(copy.name, copy);
    return appendPointer(COMPONENTS, copy.name);
  }

  #refuse(pointer: string): string {
    if (this.#problems.length === 0) {
      const message = `Dynamic anchors resolve to more than ${MOST_COPIES} variants of schemas.`;
      this.#problems.push({ pointer, message, repair: 'Use fewer dynamic anchors, or $ref.' });
    }
    return pointer;
  }

  // Any name that is free does: of what is made of it, only the letters and digits remain.
  #takeName(pointer: string): string {
    const base = (parsePointer(pointer)?.at(-1) ?? '').replaceAll(/[^\w.-]/g, '_');
    let count = 2;
    while (this.#model.schemas.has(`${base}${count}`) || this.#byName.has(`${base}${count}`)) count += 1;
    return `${base}${count}`;
  }

  #findOrigin(pointer: string): string {
    const [components, schemas, name = '', ...tokens] = parsePointer(pointer) ?? [];
    const copy = components === 'components' && schemas === 'schemas' ? this.#byName.get(name) : undefined;
    return copy ? appendPointer(copy.located.pointer, ...tokens) : pointer;
  }
}
