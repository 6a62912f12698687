// Embedding of a value into the message that contains it: a change counts if a whole message shows it.
import type { JsonValue } from '@keyframe/openapi-model';
import { isJsonObject } from '@keyframe/openapi-model';
import { getKey, type SchemaPair } from '../change.ts';
import { type Origin, toObject } from './candidates.ts';
import { describesMembers, UNDECLARED } from './undeclared.ts';

/** How one leads from a value to a part of it. */
export type Step =
  | { kind: 'same' }
  | { kind: 'property'; name: string }
  | { kind: 'item'; index: number; isPositional?: boolean }
  | { kind: 'member' };

/** `refuted`: no message shows the change, although it was looked for where it would show. */
export type SearchResult =
  | { state: 'confirmed'; witness: JsonValue }
  | { state: 'refuted' }
  | { state: 'undetermined' };

/** A pair of schemas that contains another pair, and the step that leads to that. */
export interface Holder {
  pair: SchemaPair;
  step: Step;
}

/** Lists the holders of a pair; the message itself has none. */
export type Holders = (pair: SchemaPair) => readonly Holder[];

/** A pair of schemas by who sends and who receives. */
export interface Ends {
  giver: Origin;
  taker: Origin;
}

const MOST_VALUES = 6;
const PARENTS = 8;
const MOST_PATHS = 12;

/** Reports whether the sender's document describes a value. */
export function gives({ source, located }: Origin, value: JsonValue): boolean {
  return source.accepts(located, value) === true && describesMembers(source, [located], value);
}

/** Reports whether the receiver's document accepts a value. */
export function takes({ source, located }: Origin, value: JsonValue): boolean {
  return source.accepts(located, value) !== false;
}

/** Puts values into the schemas that contain their own, up to the message. */
export class Embedding {
  readonly #ends: (pair: SchemaPair) => Ends;
  readonly #holders: Holders;
  readonly #visited = new Set<string>();
  #paths = 0;

  constructor(ends: (pair: SchemaPair) => Ends, holders: Holders) {
    this.#ends = ends;
    this.#holders = holders;
  }

  run(pair: SchemaPair, values: readonly JsonValue[]): SearchResult {
    const holders = this.#holders(pair);
    if (holders.length === 0) {
      const [witness = null] = values;
      return { state: 'confirmed', witness };
    }
    let isRefuted = false;
    for (const holder of holders) {
      const key = `${getKey(holder.pair)} ${JSON.stringify(holder.step)}`;
      if (this.#visited.has(key) || this.#paths >= MOST_PATHS) continue;
      this.#visited.add(key);
      const result = this.#runHolder(pair, holder, values);
      if (result.state === 'confirmed') return result;
      this.#paths += 1;
      isRefuted ||= result.state === 'refuted';
    }
    return { state: isRefuted ? 'refuted' : 'undetermined' };
  }

  #runHolder(child: SchemaPair, { pair, step }: Holder, values: readonly JsonValue[]): SearchResult {
    const ends = this.#ends(pair);
    const { giver, taker } = ends;
    const common = this.#findCommon(child);
    const parents = [...listParents(giver, step), ...taker.values.list(taker.located, PARENTS)];
    const isControlled = (parent: JsonValue) =>
      common !== undefined && insert(parent, step, common).some((value) => takes(taker, value));
    const controlled = new Set(parents.filter(isControlled));
    let isEmbedded = false;
    for (const isPreferred of [true, false]) {
      const made = parents
        .filter((parent) => controlled.has(parent) === isPreferred)
        .flatMap((parent) => values.flatMap((value) => insert(parent, step, value)))
        .filter((value) => gives(giver, value));
      isEmbedded ||= made.length > 0;
      const refused = new Map(
        made.filter((value) => !takes(taker, value)).map((value) => [JSON.stringify(value), value]),
      );
      if (refused.size > 0) return this.run(pair, [...refused.values()].slice(0, MOST_VALUES));
    }
    return { state: isEmbedded ? 'refuted' : 'undetermined' };
  }

  // A value that both versions accept: the same message with it must be accepted.
  #findCommon(pair: SchemaPair): JsonValue | undefined {
    const { giver, taker } = this.#ends(pair);
    const values = [
      ...giver.values.list(giver.located, PARENTS),
      ...taker.values.list(taker.located, PARENTS),
    ];
    return values.find((value) => takes(taker, value) && gives(giver, value));
  }
}

function listParents({ values, located }: Origin, { kind }: Step): JsonValue[] {
  if (kind === 'item') return [...values.list(located, PARENTS), []];
  const parents = values.list(located, PARENTS);
  return [...(kind === 'same' ? values.bare(located) : []), ...parents, {}];
}

function insert(parent: JsonValue, step: Step, value: JsonValue): JsonValue[] {
  if (step.kind === 'same') {
    return isJsonObject(parent) && isJsonObject(value)
      ? [value, { ...toObject(parent), ...toObject(value) }]
      : [value];
  }
  if (step.kind === 'item') {
    if (!Array.isArray(parent)) return [];
    return [parent.length > step.index ? parent.with(step.index, value) : [...parent, value]];
  }
  if (!isJsonObject(parent)) return [];
  const name = step.kind === 'property' ? step.name : UNDECLARED;
  return [{ ...toObject(parent), [name]: value }];
}
