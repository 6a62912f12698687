// Creates resources of one kind.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { type Creation, type DerivedKind, getMember } from '@keyframe/openapi-resources';
import type { Call, Engine, Outcome } from '../engine.ts';
import { startProgress } from '../time/progress.ts';
import { ResourceList } from './list-resources.ts';
import { getChosenId } from './make-id.ts';
import { NewIds } from './new-ids.ts';
import { listParentIds } from './parent-ids.ts';
import type { Representations } from './representations.ts';
import type { ResourceKeys } from './resource-keys.ts';
import type { Resource } from './world.ts';

interface NewResourceParts {
  keys: ResourceKeys;
  representations: Representations;
}

/** Makes new resources of one kind. */
export class NewResources {
  readonly #kind: DerivedKind;
  readonly #engine: Engine;
  readonly #parts: NewResourceParts;
  readonly #ids: NewIds;
  readonly #answers: ResourceList | undefined;

  constructor(kind: DerivedKind, engine: Engine, parts: NewResourceParts) {
    this.#kind = kind;
    this.#engine = engine;
    this.#parts = parts;
    this.#ids = new NewIds(kind, engine, parts);
    const { creation } = kind;
    if (creation?.answersList) this.#answers = new ResourceList(creation.operation, engine, kind);
  }

  /** Lists the bodies of the new resources in a request: the request itself, unless it has a list of them. */
  list({ body }: Call): (JsonValue | undefined)[] {
    return this.#readList(body)?.map(this.#parts.representations.omitReadOnly) ?? [body];
  }

  /** Answers with a list of new resources; undefined unless the request or only the response has one. */
  answer(call: Call, resources: readonly Resource[]): Outcome | undefined {
    if (!this.#readList(call.body) && this.#kind.creation?.idPath) return undefined;
    return this.#answers?.answer(call, { all: resources, findPosition: () => undefined });
  }

  #readList(body: JsonValue | undefined): JsonValue[] | undefined {
    const { creation } = this.#kind;
    return creation && readSent(body, creation);
  }

  /** Refuses requests that choose an id that exists, or one id twice; undefined if all ids are free. */
  refuse(call: Call, bodies: readonly (JsonValue | undefined)[]): Outcome | undefined {
    const { keys } = this.#parts;
    const created = new Set<string>();
    for (const body of bodies) {
      const id = getChosenId(this.#kind, body);
      if (id === undefined) continue;
      const request = { ...call, body };
      const key = keys.write(keys.readParents(request, body), String(id));
      if (created.has(key) || keys.isTaken(request, id)) return this.#refuseId(id);
      created.add(key);
    }
    return undefined;
  }

  #refuseId(id: number | string): Outcome {
    const { idProperty } = this.#kind.envelope;
    const message = `${idProperty ?? 'id'}: ${JSON.stringify(id)} exists already`;
    return { status: 409, problem: { message, member: idProperty && `/${idProperty}` } };
  }

  /** Creates a resource. Without an id, its body chooses it, or a new id is generated. */
  make(call: Call, body: JsonValue | undefined, id = this.#ids.make({ ...call, body })): Resource {
    const { keys, representations } = this.#parts;
    const { states } = this.#kind;
    const position = call.world.nextPosition();
    const { pace, outcome, hold } = call.preferences;
    const progress =
      states && startProgress(states, { pace: pace ?? 'real', now: this.#engine.clock.now(), outcome, hold });
    const { value, owned } = representations.compose(id, {
      body,
      state: states?.course[0],
      progress,
      parents: listParentIds(call),
      number: position,
    });
    return {
      id: String(id),
      parents: keys.readParents(call, value),
      position,
      value,
      owned,
      request: isJsonObject(body) ? body : {},
      progress,
    };
  }
}

// Reads the new resources in a request; undefined if it has no list of them.
function readSent(
  body: JsonValue | undefined,
  { sentList }: Pick<Creation, 'sentList'>,
): JsonValue[] | undefined {
  const list = sentList && getMember(body, sentList);
  return Array.isArray(list) && list.every(isJsonObject) ? list : undefined;
}
