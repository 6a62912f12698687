// Ids chosen by clients: without a POST, a PUT creates the resource that its path names.

import { isJsonObject, type JsonValue, type LocatedSchema } from '@keyframe/openapi-model';
import { type Random, ValueBuilder } from '@keyframe/openapi-schema/values';
import { DIGITS, LETTERS, redraw } from '../requests/freshen.ts';
import type { Session } from '../session/session.ts';
import type { Collection } from './collections.ts';

/** Whether clients choose the ids of a collection. */
export function hasChosenIds({ create, put }: Pick<Collection, 'create' | 'put'>): boolean {
  return create !== undefined && create === put;
}

const TRIES = 12;

/** The parts of a session that ids are made with. */
type IdContext = Pick<Session, 'requests' | 'unrepeatable'>;

/** Chooses the ids of new resources. */
export class IdChooser {
  readonly #context: IdContext;
  readonly #chosen = new Map<Collection, Set<JsonValue>>();

  constructor(context: IdContext) {
    this.#context = context;
  }

  /**
   * Chooses an id that probably no resource has, and that was not chosen before as long as others are found; undefined
   * if the schema of the parameter allows none.
   */
  choose(collection: Collection): JsonValue | undefined {
    const { create, itemPath } = collection;
    const name = itemPath.slice(itemPath.lastIndexOf('{') + 1, -1);
    const parameter = create?.parameters.find((one) => one.location === 'path' && one.name === name);
    const schema = parameter?.schema;
    if (!schema) return undefined;
    const chosen = this.#chosen.get(collection) ?? new Set();
    this.#chosen.set(collection, chosen);
    let known: JsonValue | undefined;
    for (const id of listCandidates(this.#context, schema)) {
      if (!chosen.has(id)) {
        chosen.add(id);
        return id;
      }
      known ??= id;
    }
    return known;
  }

  /** Forgets the chosen ids, whose resources were deleted. */
  clear(): void {
    this.#chosen.clear();
  }
}

function* listCandidates(context: IdContext, schema: LocatedSchema): Generator<JsonValue> {
  const { requests } = context;
  const random = context.unrepeatable();
  const builder = new ValueBuilder(requests, { members: 'none', choose: () => 0, random });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = builder.build([schema]);
    for (const id of [...randomizeId(made, schema.schema, random), made])
      if (isSegment(id) && requests.accepts(schema, id)) yield id;
  }
}

function isSegment(id: JsonValue): boolean {
  return /^(?!\.{1,2}$)[^/\\]{1,100}$/.test(String(id));
}

const MOST = 2 ** 31 - 1;

// The builder stays near the bounds of numbers and patterns, where existing ids are.
function randomizeId(made: JsonValue, schema: JsonValue, random: Random): JsonValue[] {
  if (typeof made === 'number') {
    const { minimum = 1, maximum = MOST } = isJsonObject(schema) ? schema : {};
    const [least, most] = [Number(minimum), Math.min(Number(maximum), MOST)];
    return [Math.floor(least + random() * (most - least + 1))];
  }
  if (typeof made !== 'string') return [];
  return [[DIGITS, ...LETTERS], [DIGITS, 'abcdef'], [DIGITS]].map((alphabets) =>
    redraw(made, alphabets, random),
  );
}
