// What a schema says once references are followed and the parts of `allOf` are joined: two documents that say the same
// by other means have equal shapes.
import {
  appendPointer,
  isJsonObject,
  isSchema,
  type JsonObject,
  type JsonValue,
  type LocatedSchema,
  memberOf,
  type OpenApiModel,
} from '@keyframe/openapi-model';

/** One of the schemas that all apply to the same value. */
export interface Part {
  schema: JsonObject;
  pointer: string;
  /** Stands beside a branch for `null`, so that it is not asked about that. */
  isNullable: boolean;
}

export interface Union {
  keyword: 'anyOf' | 'oneOf';
  branches: LocatedSchema[];
  pointer: string;
}

/** The conjunction of everything that applies to a value at one place. */
export interface Shape {
  pointer: string;
  /** Nothing is accepted: the schema is, or contains, `false`. */
  isNever: boolean;
  parts: Part[];
  unions: Union[];
}

const MAX_DEPTH = 64;

/** Joins a schema with what it refers to and the parts of its `allOf`. */
export function shapeOf(model: OpenApiModel, located: LocatedSchema): Shape {
  const shape: Shape = { pointer: located.pointer, isNever: false, parts: [], unions: [] };
  new Flattening(model, shape).add(located, { isNullable: false, depth: 0 });
  return shape;
}

interface Position {
  isNullable: boolean;
  depth: number;
}

class Flattening {
  readonly #model: OpenApiModel;
  readonly #shape: Shape;
  readonly #seen = new Set<string>();

  constructor(model: OpenApiModel, shape: Shape) {
    this.#model = model;
    this.#shape = shape;
  }

  add({ schema, pointer }: LocatedSchema, { isNullable, depth }: Position): void {
    if (schema === false) this.#shape.isNever = true;
    if (!isJsonObject(schema) || depth > MAX_DEPTH || this.#seen.has(pointer)) return;
    this.#seen.add(pointer);
    const inner = { isNullable, depth: depth + 1 };
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = memberOf(schema, keyword);
      const target =
        typeof reference === 'string' ? this.#model.resolver.resolve(reference, pointer) : undefined;
      if (target) this.add(target, inner);
    }
    for (const part of schemasIn(schema, 'allOf', pointer)) this.add(part, inner);
    this.#shape.parts.push({ schema, pointer, isNullable });
    for (const keyword of ['anyOf', 'oneOf'] as const) this.#addUnion(schema, keyword, { pointer, ...inner });
  }

  #addUnion(
    schema: JsonObject,
    keyword: Union['keyword'],
    { pointer, ...inner }: Position & { pointer: string },
  ): void {
    const branches = schemasIn(schema, keyword, pointer);
    if (branches.length === 0) return;
    const others = branches.filter((branch) => !isNull(branch.schema));
    const [only, ...more] = others;
    if (only && more.length === 0) {
      const isNullable = inner.isNullable || others.length < branches.length;
      this.add(only, { ...inner, isNullable });
    } else {
      this.#shape.unions.push({ keyword, branches, pointer: appendPointer(pointer, keyword) });
    }
  }
}

/** Lists the schemas of a keyword that holds a list of them. */
export function schemasIn(schema: JsonObject, keyword: string, pointer: string): LocatedSchema[] {
  const list = memberOf(schema, keyword);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) =>
    isSchema(item) ? [{ schema: item, pointer: appendPointer(pointer, keyword, index) }] : [],
  );
}

function isNull(schema: LocatedSchema['schema']): boolean {
  if (!isJsonObject(schema)) return false;
  const { type, const: constant } = schema;
  return (
    type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null') || constant === null
  );
}

/** Lists what the parts of a shape say by a keyword. */
export function valuesOf(shape: Shape, keyword: string): { value: JsonValue; part: Part }[] {
  return shape.parts.flatMap((part) => {
    const value = memberOf(part.schema, keyword);
    return value === undefined ? [] : [{ value, part }];
  });
}

/** Lists the schemas that the parts of a shape hold by a keyword. */
export function heldBy(shape: Shape, keyword: string): LocatedSchema[] {
  return valuesOf(shape, keyword).flatMap(({ value, part }) =>
    isSchema(value) ? [{ schema: value, pointer: appendPointer(part.pointer, keyword) }] : [],
  );
}

/** Lists the schemas by name that the parts of a shape hold by `properties`, `patternProperties` or the like. */
export function namedBy(shape: Shape, keyword: string): Map<string, LocatedSchema[]> {
  const found = new Map<string, LocatedSchema[]>();
  for (const { value, part } of valuesOf(shape, keyword)) {
    if (!isJsonObject(value)) continue;
    for (const [name, schema] of Object.entries(value)) {
      if (!isSchema(schema)) continue;
      const pointer = appendPointer(part.pointer, keyword, name);
      found.set(name, [...(found.get(name) ?? []), { schema, pointer }]);
    }
  }
  return found;
}

/** Joins schemas that apply to the same value into one. */
export function joined(schemas: readonly LocatedSchema[]): LocatedSchema {
  const [only, ...more] = schemas;
  if (only === undefined) return { schema: true, pointer: '#' };
  if (more.length === 0) return only;
  const pointers = schemas.map(({ pointer }) => pointer);
  return {
    schema: { allOf: pointers.map(($ref) => ({ $ref })) },
    // Of its own, since compiled schemas are known by their pointers.
    pointer: pointers.join('&'),
  };
}

/** Takes the place that a schema is written at; of several that were joined, the first. */
export function placeOf({ pointer }: { pointer: string }): string {
  return pointer.split('&#')[0] ?? pointer;
}
