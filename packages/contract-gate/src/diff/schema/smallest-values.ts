// Small values that a schema accepts: what a finding shows is as short as it can be, and quickly made.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject, type LocatedSchema, type OpenApiModel } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { createSamples } from '@keyframe/openapi-values';
import { findBound, listConstants, listTypes, type TypeName } from './limits.ts';
import { createShape, declaredMembers, joined, listHeld, listValues, readNode, type Shape } from './shape.ts';

/** A version of a document, and what its schemas accept in the direction of a message. */
export interface ValueSource {
  model: OpenApiModel;
  /** Undefined for a schema that decides nothing, because it leads only back to itself. */
  accepts: (located: LocatedSchema, value: JsonValue) => boolean | undefined;
  /** The flag of members that the message does not contain. */
  omits: 'readOnly' | 'writeOnly';
}

const SEED = 1;
const MOST_TRIED = 24;
const MOST_DEPTH = 24;
const MOST_ITEMS = 300;
// Objects and lists with something in them say more than null.
const PREFERRED: readonly TypeName[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
const SCALAR = ['format', 'pattern', 'minLength', 'maxLength'] as const;
const NUMERIC = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** Makes small values for the schemas of one version of a document. */
export class SmallestValues {
  readonly #source: ValueSource;
  readonly #known = new Map<string, JsonValue | undefined>();
  readonly #lists = new Map<string, readonly JsonValue[]>();
  #depth = 0;

  constructor(source: ValueSource) {
    this.#source = source;
  }

  /** Makes one small value; undefined where none was found. */
  find(located: LocatedSchema): JsonValue | undefined {
    const { pointer } = located;
    if (this.#known.has(pointer) || this.#depth > MOST_DEPTH) return this.#known.get(pointer);
    // A schema that requires itself has no finite value.
    this.#known.set(pointer, undefined);
    const [found] = this.list(located, 1);
    this.#known.set(pointer, found);
    return found;
  }

  /** Lists small values, one for each alternative and type first. */
  list(located: LocatedSchema, count: number): readonly JsonValue[] {
    const key = `${count} ${located.pointer}`;
    const existing = this.#lists.get(key);
    if (existing) return existing;
    const values = this.#list(located, count);
    // Values that are made while others are being made may lack what would lead back to those.
    if (this.#depth === 0) this.#lists.set(key, values);
    return values;
  }

  #list(located: LocatedSchema, count: number): JsonValue[] {
    const found = new Map<string, JsonValue>();
    let tried = 0;
    this.#depth += 1;
    for (const value of this.#make(createShape(this.#source.model, located))) {
      if (this.#source.accepts(located, value) === true) found.set(JSON.stringify(value), value);
      tried += 1;
      if (found.size >= count || tried >= Math.max(MOST_TRIED, count * 2)) break;
    }
    this.#depth -= 1;
    return [...found.values()];
  }

  /** Makes the members that an object must have, apart from those that its alternatives require. */
  bare(located: LocatedSchema): JsonValue[] {
    const shape = createShape(this.#source.model, located);
    return [...this.#make({ ...shape, unions: [] })].slice(0, 2);
  }

  *#make(shape: Shape): Generator<JsonValue> {
    if (shape.isNever) return;
    const [union, ...unions] = shape.unions;
    if (!union) {
      yield* this.#makeKnown(shape);
      return;
    }
    const branches = union.branches.map((branch) => createShape(this.#source.model, branch));
    const iterators = branches.map((branch) =>
      this.#make({
        pointer: shape.pointer,
        isNever: branch.isNever,
        parts: [...shape.parts, ...branch.parts],
        unions: [...unions, ...branch.unions.filter(({ pointer }) => pointer !== union.pointer)],
      }),
    );
    // One of each alternative first, then a second one of each.
    for (let round = 0; round < 2; round += 1) {
      for (const iterator of iterators) {
        const { value, done } = iterator.next();
        if (!done) yield value;
      }
    }
  }

  *#makeKnown(shape: Shape): Generator<JsonValue> {
    const constants = listConstants(shape);
    if (constants) {
      yield* constants as JsonValue[];
      return;
    }
    const types = listTypes(shape);
    const isObject = declaredMembers(shape).size > 0 || listValues(shape, 'required').length > 0;
    const ordered = types.size === 6 && !isObject ? PREFERRED.toReversed() : PREFERRED;
    const iterators = ordered.filter((type) => types.has(type)).map((type) => this.#makeType(shape, type));
    for (const iterator of iterators) {
      const { value, done } = iterator.next();
      if (!done) yield value;
    }
    for (const iterator of iterators) yield* iterator;
  }

  *#makeType(shape: Shape, type: TypeName): Generator<JsonValue> {
    if (type === 'object') yield* this.#makeObjects(shape);
    else if (type === 'array') yield* this.#makeLists(shape);
    else if (type === 'boolean') yield* [true, false];
    else if (type === 'null') yield null;
    else yield* makeScalars(this.#source.model, shape, type);
  }

  *#makeObjects(shape: Shape): Generator<JsonValue> {
    const declared = declaredMembers(shape);
    const required = new Set(listValues(shape, 'required').flatMap(({ value }) => value));
    const [additional] = listHeld(shape, 'additionalProperties');
    const object: { [name: string]: JsonValue } = {};
    for (const name of required) {
      const schemas = declared.get(name);
      if (schemas && this.#isSkipped(schemas)) continue;
      const made = schemas ? this.find(joined(schemas)) : additional ? this.find(additional) : 'text';
      if (made === undefined) return;
      object[name] = made;
    }
    const least = findBound(shape, 'minProperties', 'max') ?? 0;
    const optional = [...declared].filter(([name]) => !required.has(name));
    yield this.#fill(object, { least, optional, additional });
    for (const [name, schemas] of optional) {
      const made = this.find(joined(schemas));
      if (made !== undefined) yield { ...object, [name]: made };
    }
    const all = optional.flatMap(([name, schemas]): [string, JsonValue][] => {
      const made = this.find(joined(schemas));
      return made === undefined ? [] : [[name, made]];
    });
    yield { ...object, ...Object.fromEntries(all) };
  }

  // A required member that its message does not contain.
  #isSkipped(schemas: readonly LocatedSchema[]): boolean {
    const { model, omits } = this.#source;
    return schemas.some((one) => createShape(model, one).parts.some(({ node }) => node.annotations[omits]));
  }

  #fill(
    object: { [name: string]: JsonValue },
    {
      least,
      optional,
      additional,
    }: { least: number; optional: [string, LocatedSchema[]][]; additional: LocatedSchema | undefined },
  ): JsonValue {
    const filled = { ...object };
    for (const [name, schemas] of optional) {
      if (Object.keys(filled).length >= least) break;
      const made = this.find(joined(schemas));
      if (made !== undefined) filled[name] = made;
    }
    const size = Math.min(least, MOST_ITEMS);
    for (let index = 1; Object.keys(filled).length < size; index += 1) {
      filled[`extra${index}`] = (additional && this.find(additional)) ?? 'text';
    }
    return filled;
  }

  *#makeLists(shape: Shape): Generator<JsonValue> {
    const least = Math.min(findBound(shape, 'minItems', 'max') ?? 0, MOST_ITEMS);
    const tuple = listValues(shape, 'prefix').flatMap(({ value }) => value.map(({ origin }) => origin));
    const items = listHeld(shape, 'items');
    const contained = listHeld(shape, 'contains')
      .map((one) => this.find(one))
      .filter((value) => value !== undefined);
    const isUnique = listValues(shape, 'uniqueItems').some(({ value }) => value === true);
    const first = tuple.slice(0, Math.max(least, 0)).map((one) => this.find(one) ?? null);
    const rest = Math.max(least - first.length - contained.length, 0);
    const values = items.length > 0 ? this.list(joined(items), isUnique ? rest : 1) : [];
    const more = Array.from({ length: rest }, (_, index) => {
      if (items.length === 0) return isUnique ? `item${index}` : 'text';
      return values[isUnique ? index : 0] ?? null;
    });
    yield [...first, ...contained, ...more];
    if (items.length > 0) yield [...first, ...contained, ...more, this.find(joined(items)) ?? null];
  }
}

function* makeScalars(model: OpenApiModel, shape: Shape, type: TypeName): Generator<JsonValue> {
  for (const { node } of shape.parts) yield* listOwnValues(node, type);
  const names = type === 'string' ? SCALAR : NUMERIC;
  const schema: { [keyword: string]: JsonValue } = { type };
  for (const name of names) {
    const [only, ...others] = listValues(shape, name).map(({ value }) => value);
    if (only === undefined) continue;
    const numbers = [only, ...others].filter((value) => typeof value === 'number');
    const isLeast = name.toLowerCase().includes('min');
    schema[name] = numbers.length > 1 ? Math[isLeast ? 'max' : 'min'](...numbers) : only;
  }
  if (type === 'string' && Object.keys(schema).length === 1) yield 'text';
  const merged = { schema, pointer: `${shape.pointer}/~scalar` };
  yield* createSamples({ node: (one) => readNode(model, one) }, merged, { count: 8, seed: SEED });
}

// Examples of scalars read like real values.
function listOwnValues({ annotations }: SchemaNode, type: TypeName): JsonValue[] {
  const values = [...annotations.examples.slice(0, 2), annotations.default].filter(
    (value) => value !== undefined && !isJsonObject(value) && !Array.isArray(value),
  ) as JsonValue[];
  const wanted = type === 'string' ? 'string' : 'number';
  return values.filter((value) => typeof value === wanted);
}

/** Counts the schemas that a schema leads to, up to a limit. */
export function isLarge(model: OpenApiModel, located: LocatedSchema, limit: number): boolean {
  const seen = new Set<string>();
  const open = [readNode(model, located)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node.pointer)) continue;
    seen.add(node.pointer);
    if (seen.size > limit) return true;
    open.push(...listInner(node));
  }
  return false;
}

function listInner({ keywords }: SchemaNode): SchemaNode[] {
  const held: unknown[] = Object.values(keywords).flatMap((value: unknown) => {
    if (value instanceof Map) return [...value.values()];
    return Array.isArray(value) ? value : [value];
  });
  return held.filter(
    (value) => typeof value === 'object' && value !== null && 'keywords' in value,
  ) as SchemaNode[];
}
