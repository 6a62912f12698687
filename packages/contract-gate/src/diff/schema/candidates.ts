// Values that may lie between two versions of a schema: samples of both, and the neighbours of what was changed.
import {
  collectNames,
  collectValues,
  createMutants,
  createSamples,
  type Json,
} from '@keyframe/openapi-hono/testing';
import { isJsonObject, type LocatedSchema, type OpenApiModel } from '@keyframe/openapi-model';
import { UNDECLARED } from './close-document.ts';
import { findBound, type NumericName } from './limits.ts';
import { createShape, declaredMembers, heldBy, type Shape } from './shape.ts';

/** A schema and the document that it is of. */
export interface Origin {
  model: OpenApiModel;
  located: LocatedSchema;
}

const SEED = 1;
const SAMPLES = 40;
const MUTANTS = 80;
const LONGEST = 5_000;
const MOST_ITEMS = 300;

/** Makes valid values for a schema, most of them; which are is for the compiled schema to say. */
export function createOriginSamples({ model, located }: Origin, count = SAMPLES): Json[] {
  return createSamples(model.document, located.schema, { count, seed: SEED });
}

/** Creates values near the limits of two schemas; the hints come first. */
export function candidatesBetween(giver: Origin, taker: Origin, hints: readonly Json[]): Json[] {
  const samples = [...createOriginSamples(giver), ...createOriginSamples(taker)];
  const both = [giver.located.schema, taker.located.schema];
  const pool = [...hints, ...both.flatMap(collectValues)];
  const names = both.flatMap(collectNames);
  const shapes = [giver, taker].map(({ model, located }) => createShape(model, located));
  const mutants = createMutants([...samples, ...hints], { count: MUTANTS, seed: SEED, pool, names });
  return distinct([
    ...hints,
    ...samples,
    ...pool,
    ...withLengths(samples, shapes),
    ...withCounts({ giver, samples, shapes }),
    ...samples.flatMap((sample) => listNeighbors(sample, giver)),
    ...mutants,
  ]);
}

function distinct(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function around(bounds: readonly (number | undefined)[], limit: number): number[] {
  const near = bounds.flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]));
  return [...new Set(near)].filter((count) => count >= 0 && count <= limit);
}

function listBounds(shapes: readonly Shape[], least: NumericName, most: NumericName): (number | undefined)[] {
  return shapes.flatMap((shape) => [findBound(shape, least, 'max'), findBound(shape, most, 'min')]);
}

function withLengths(samples: readonly Json[], shapes: readonly Shape[]): Json[] {
  const lengths = around(listBounds(shapes, 'minLength', 'maxLength'), LONGEST);
  const texts = samples.filter((sample) => typeof sample === 'string').slice(0, 8);
  return lengths.flatMap((length) => {
    const made = texts.flatMap((text) => {
      const last = text.at(-1) ?? 'x';
      const first = text.at(0) ?? 'x';
      return [
        text.padEnd(length, last),
        text.padStart(length, first),
        text.repeat(Math.ceil(length / Math.max(text.length, 1))),
      ].map((long) => long.slice(0, length));
    });
    return ['x'.repeat(length), ...made];
  });
}

interface Counting {
  giver: Origin;
  samples: readonly Json[];
  shapes: readonly Shape[];
}

function withCounts({ giver, samples, shapes }: Counting): Json[] {
  const counts = around(listBounds(shapes, 'minItems', 'maxItems'), MOST_ITEMS);
  const shape = createShape(giver.model, giver.located);
  const [items] = heldBy(shape, 'items');
  const lists = counts.map((count): Json => {
    if (items) return createOriginSamples({ ...giver, located: items }, count);
    return Array.from({ length: count }, (_, index) => `item${index}`);
  });
  const sizes = around(listBounds(shapes, 'minProperties', 'maxProperties'), MOST_ITEMS);
  const [additional] = heldBy(shape, 'additionalProperties');
  const values = additional ? createOriginSamples({ ...giver, located: additional }, 4) : [UNDECLARED];
  const objects = samples.filter(isJsonObject).slice(0, 4);
  const sized = sizes.flatMap((size) =>
    [{}, ...objects].map((object) => filled(Object(object), values, size)),
  );
  return [...lists, ...sized];
}

function filled(object: object, values: readonly Json[], size: number): Json {
  const entries: [string, Json][] = Object.entries(object).slice(0, size);
  for (let index = entries.length; index < size; index += 1) {
    entries.push([`member${index}`, values[index % values.length] ?? null]);
  }
  return Object.fromEntries(entries);
}

// An object without each of its members, with each that it lacks, and with one that nobody declares.
function listNeighbors(sample: Json, { model, located }: Origin): Json[] {
  if (Array.isArray(sample)) return sample.length > 0 ? [[...sample, sample[0] ?? null]] : [];
  if (!isJsonObject(sample)) return [];
  const object = sample as { [name: string]: Json };
  const without = Object.keys(object).map((name) =>
    Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
  );
  const declared = [...declaredMembers(createShape(model, located))];
  const added = declared
    .filter(([name]) => !Object.hasOwn(object, name))
    .flatMap(([name, [schema]]) =>
      schema
        ? createOriginSamples({ model, located: schema }, 2).map((value) => ({ ...object, [name]: value }))
        : [],
    );
  return [...without, ...added, { ...object, [UNDECLARED]: UNDECLARED }];
}
