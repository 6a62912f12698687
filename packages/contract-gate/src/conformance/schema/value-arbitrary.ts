// Hands values of a schema to fast-check: it draws them, and makes a smaller one of one that fails.

import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type SchemaRef, type SchemaSpace, ValueBuilder } from '@keyframe/openapi-schema/values';
import fc from 'fast-check';
import { type Explanation, explain } from './explain.ts';
import { drawInvalid } from './variants/variants.ts';

/** A value, and the keyword that rejects it; undefined for a valid value. */
export interface DrawnValue {
  value: JsonValue;
  rejectedBy: Explanation | undefined;
}

const TRIES = 20;

/** Draws valid values, or values that break one keyword; gives nothing where none is found. */
export class ValueArbitrary extends fc.Arbitrary<DrawnValue | undefined> {
  readonly #space: SchemaSpace;
  readonly #schema: SchemaRef;
  readonly #isValid: boolean;

  constructor(space: SchemaSpace, schema: SchemaRef, { isValid }: { isValid: boolean }) {
    super();
    this.#space = space;
    this.#schema = schema;
    this.#isValid = isValid;
  }

  override generate(generator: fc.Random): fc.Value<DrawnValue | undefined> {
    const random = () => generator.nextDouble();
    const choose = (_pointer: string, count: number) => Math.floor(random() * count);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const value = new ValueBuilder(this.#space, { members: 'some', choose, random }).build([this.#schema]);
      if (!this.#space.accepts(this.#schema, value)) continue;
      if (this.#isValid) return new fc.Value({ value, rejectedBy: undefined }, undefined);
      const invalid = drawInvalid(this.#space, this.#schema, { value, random });
      if (invalid !== undefined) return new fc.Value(this.#drawn(invalid), undefined);
    }
    return new fc.Value<DrawnValue | undefined>(undefined, undefined);
  }

  #drawn(value: JsonValue): DrawnValue {
    const isValid = this.#space.accepts(this.#schema, value);
    return { value, rejectedBy: isValid ? undefined : explain(this.#space, this.#schema, value) };
  }

  override canShrinkWithoutContext(value: unknown): value is DrawnValue | undefined {
    return value === undefined || isJsonObject(value);
  }

  /** Lists smaller values that the same keyword refuses, or that are valid as well. */
  override shrink(drawn: DrawnValue | undefined): fc.Stream<fc.Value<DrawnValue | undefined>> {
    return drawn ? fc.stream(this.#smaller(drawn)) : fc.Stream.nil();
  }

  *#smaller({ value, rejectedBy }: DrawnValue): Generator<fc.Value<DrawnValue | undefined>, void> {
    for (const one of smallerThan(value)) {
      const drawn = this.#drawn(one);
      if (drawn.rejectedBy?.pointer === rejectedBy?.pointer)
        yield new fc.Value<DrawnValue | undefined>(drawn, undefined);
    }
  }
}

function* smallerThan(value: JsonValue): Generator<JsonValue> {
  if (Array.isArray(value)) yield* smallerArrays(value);
  else if (isJsonObject(value)) yield* smallerObjects(value);
  else if (typeof value === 'string' && value !== '') {
    const characters = [...value];
    // Never the text itself, which would be made smaller for ever.
    yield characters.slice(0, Math.floor(characters.length / 2)).join('');
    yield characters.slice(0, -1).join('');
  } else if (typeof value === 'number' && value !== 0) yield* [0, Math.trunc(value / 2)];
}

function* smallerArrays(items: readonly JsonValue[]): Generator<JsonValue> {
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries()) {
    for (const one of smallerThan(item)) yield items.with(index, one);
  }
}

function* smallerObjects(object: JsonObject): Generator<JsonValue> {
  for (const name of Object.keys(object)) {
    const { [name]: member = null, ...others } = object;
    yield others;
    for (const one of smallerThan(member)) yield { ...object, [name]: one };
  }
}
