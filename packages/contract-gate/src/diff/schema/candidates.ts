// Values that may lie between two versions of a schema, the most probable and the cheapest first.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject, type LocatedSchema } from '@keyframe/openapi-model';
import { collectNames, collectValues, createMutants, createSamples } from '@keyframe/openapi-schema/values';
import { findBound } from './limits.ts';
import { createShape, declaredMembers, joinSchemas, listHeld, readNode, type Shape } from './shape.ts';
import { isLarge, type SmallestValues, type ValueSource } from './smallest-values.ts';
import { UNDECLARED } from './undeclared.ts';

/** A schema of one version, and the small values of that version. */
export interface Origin {
  source: ValueSource;
  values: SmallestValues;
  located: LocatedSchema;
}

/** A member whose presence or absence must show the change. */
export interface MemberAim {
  name: string;
  /** Whether the refused value has the member, or lacks it. */
  isPresent: boolean;
}

const SEED = 1;
const SAMPLES = 40;
const MUTANTS = 80;
const LONGEST = 5_000;
const MOST_ITEMS = 300;
const AROUND = 16;
const AROUND_MEMBERS = 4;
// Random values of larger schemas take long, and rarely show anything.
const MOST_SCHEMAS = 60;
const ANY_TYPE: readonly JsonValue[] = ['text', 1, true, [], {}, null];

/** Lists values near the limits of two schemas in stages: a later stage is needed if all earlier ones show nothing. */
export function* listCandidates(
  giver: Origin,
  taker: Origin,
  hints: readonly JsonValue[],
): Generator<JsonValue[]> {
  yield [...hints];
  const small = [...giver.values.list(giver.located, AROUND), ...taker.values.list(taker.located, AROUND)];
  const shapes = [giver, taker].map(({ source, located }) => createShape(source.model, located));
  yield [...withLengths(small, shapes), ...withCounts({ giver, samples: small, shapes }), ...small];
  if (isLarge(giver.source.model, giver.located, MOST_SCHEMAS)) return;
  const samples = [...sample(giver), ...sample(taker)];
  const [source, target] = [giver.located.schema, taker.located.schema];
  const pool = [...hints, ...collectValues(source), ...collectValues(target)];
  yield [...samples, ...pool, ...samples.flatMap((value) => listNeighbors(value, giver))];
  const names = [...collectNames(source), ...collectNames(target)];
  yield createMutants([...samples, ...hints], { count: MUTANTS, seed: SEED, pool, names });
}

/** Lists objects with, or without, a member. */
export function listMemberCandidates(
  giver: Origin,
  taker: Origin,
  { name, isPresent }: MemberAim,
): JsonValue[] {
  const { values, located } = giver;
  // Values of the receiver are most likely to be accepted but for the member.
  const objects = [
    ...taker.values.list(taker.located, AROUND_MEMBERS),
    ...values.list(located, AROUND_MEMBERS),
    ...values.bare(located),
    {},
  ];
  if (!isPresent) return objects.map((object) => withoutMember(object, name));
  const members = listMemberValues(giver, name);
  const create = (object: JsonValue) => members.map((value) => ({ ...toObject(object), [name]: value }));
  return objects.filter(isJsonObject).flatMap(create);
}

/** Lists values of a member of an object that the schema describes. */
function listMemberValues({ source, values, located }: Origin, name: string): readonly JsonValue[] {
  const shape = createShape(source.model, located);
  const declared = declaredMembers(shape).get(name);
  if (declared) return values.list(joinSchemas(declared), AROUND_MEMBERS);
  const additional = listHeld(shape, 'additionalProperties');
  const samples = additional.length > 0 ? values.list(joinSchemas(additional), AROUND_MEMBERS) : [];
  return name === UNDECLARED ? [UNDECLARED, ...samples] : samples;
}

/** Reports whether an object is accepted once it has a member. */
export function acceptsWithMember(taker: Origin, object: JsonValue, name: string): boolean {
  const values = [...listMemberValues(taker, name), ...ANY_TYPE];
  return values.some((value) => taker.source.accepts(taker.located, { ...toObject(object), [name]: value }));
}

/** Removes a member from an object. */
export function withoutMember(value: JsonValue, name: string): JsonValue {
  if (!isJsonObject(value)) return value;
  const { [name]: _removed, ...members } = toObject(value);
  return members;
}

/** Reads an object as one of JSON. */
export function toObject(value: JsonValue): { [name: string]: JsonValue } {
  return value as { [name: string]: JsonValue };
}

function sample({ source, located }: Origin): JsonValue[] {
  const space = { node: (schema: LocatedSchema) => readNode(source.model, schema) };
  return createSamples(space, located, { count: SAMPLES, seed: SEED });
}

/** Lists the sizes at the limits of shapes, and those next to them. */
function listSizes(
  shapes: readonly Shape[],
  keyword: 'Items' | 'Length' | 'Properties',
  limit: number,
): number[] {
  const sizes = new Set<number>();
  for (const shape of shapes) {
    for (const bound of [findBound(shape, `min${keyword}`, 'max'), findBound(shape, `max${keyword}`, 'min')])
      if (bound !== undefined) for (const size of [bound - 1, bound, bound + 1]) sizes.add(size);
  }
  return [...sizes].filter((size) => size >= 0 && size <= limit);
}

function withLengths(samples: readonly JsonValue[], shapes: readonly Shape[]): JsonValue[] {
  const texts = samples.filter((value) => typeof value === 'string').slice(0, 8);
  const values: string[] = [];
  for (const length of listSizes(shapes, 'Length', LONGEST)) {
    values.push('x'.repeat(length));
    for (const text of texts) {
      const [first, last] = [text.at(0) ?? 'x', text.at(-1) ?? 'x'];
      const repeated = text.repeat(Math.ceil(length / Math.max(text.length, 1)));
      const long = [text.padEnd(length, last), text.padStart(length, first), repeated];
      values.push(...long.map((value) => value.slice(0, length)));
    }
  }
  return values;
}

interface Counting {
  giver: Origin;
  samples: readonly JsonValue[];
  shapes: readonly Shape[];
}

function withCounts({ giver, samples, shapes }: Counting): JsonValue[] {
  const counts = listSizes(shapes, 'Items', MOST_ITEMS);
  const shape = createShape(giver.source.model, giver.located);
  const items = listHeld(shape, 'items');
  const lists = counts.map((count): JsonValue => {
    if (items.length === 0) return Array.from({ length: count }, (_, index) => `item${index}`);
    const values = giver.values.list(joinSchemas(items), Math.max(count, 1));
    return Array.from({ length: count }, (_, index) => values[index % values.length] ?? null);
  });
  const sizes = listSizes(shapes, 'Properties', MOST_ITEMS);
  const [additional] = listHeld(shape, 'additionalProperties');
  const values = additional ? giver.values.list(additional, 4) : [UNDECLARED];
  const objects = samples.filter(isJsonObject).slice(0, 4);
  const sized = sizes.flatMap((size) =>
    [{}, ...objects].map((object) => fillObject(toObject(object), values, size)),
  );
  return [...lists, ...sized];
}

function fillObject(
  object: { [name: string]: JsonValue },
  values: readonly JsonValue[],
  size: number,
): JsonValue {
  const entries = Object.entries(object).slice(0, size);
  for (let index = entries.length; index < size; index += 1) {
    entries.push([`member${index}`, values[index % values.length] ?? null]);
  }
  return Object.fromEntries(entries);
}

// An object without each of its members, with each that it lacks, and with one that no part declares.
function listNeighbors(value: JsonValue, { source, values, located }: Origin): JsonValue[] {
  if (Array.isArray(value)) return value.length > 0 ? [[...value, value[0] ?? null]] : [];
  if (!isJsonObject(value)) return [];
  const object = toObject(value);
  const without = Object.keys(object).map((name) => withoutMember(object, name));
  const added = [...declaredMembers(createShape(source.model, located))]
    .filter(([name]) => !Object.hasOwn(object, name))
    .flatMap(([name, schemas]) =>
      values.list(joinSchemas(schemas), 2).map((member) => ({ ...object, [name]: member })),
    );
  return [...without, ...added, { ...object, [UNDECLARED]: UNDECLARED }];
}
