// Ids of new resources of a kind, which no resource of the world has.
import type { JsonValue } from '@keyframe/openapi-model';
import { findSuccessSchema, listIdForms, type ResourceKind } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findNodes } from '@keyframe/openapi-schema/facts';
import type { Call, Engine } from '../engine.ts';
import { findRange, getChosenId, makeId } from './make-id.ts';
import type { Representations } from './representations.ts';
import type { ResourceKeys } from './resource-keys.ts';

const MOST_TRIES = 16;

interface NewIdParts {
  representations: Representations;
  keys: ResourceKeys;
}

/** Chooses the ids of new resources of one kind. */
export class NewIds {
  readonly #kind: ResourceKind;
  readonly #engine: Engine;
  readonly #parts: NewIdParts;

  constructor(kind: ResourceKind, engine: Engine, parts: NewIdParts) {
    this.#kind = kind;
    this.#engine = engine;
    this.#parts = parts;
  }

  /** Returns the id of the resource that a request creates: the id in its body, or a free one. */
  make(call: Call): number | string {
    const chosen = getChosenId(this.#kind, call.body);
    if (chosen !== undefined) return chosen;
    const { keys, representations } = this.#parts;
    const { idProperty } = this.#kind.envelope;
    const [schema] =
      idProperty === undefined ? this.#listReturned() : representations.getProperty(idProperty);
    const parameter = this.#kind.read?.parameters.find(({ name }) => name === this.#kind.parameter)?.schema;
    const { schemas, values } = this.#engine;
    const shownAs = schema && { schema: schema.origin, direction: 'response' as const };
    const sentAs = parameter && { schema: parameter, direction: 'request' as const };
    const directed = [shownAs, sentAs].filter((candidate) => candidate !== undefined);
    const isSent = (value: JsonValue) =>
      !sentAs || listIdForms(value).some((form) => schemas.accepts(sentAs, form));
    const accepts = (value: JsonValue) => (!shownAs || schemas.accepts(shownAs, value)) && isSent(value);
    const example = idProperty === undefined ? undefined : representations.getTemplate()[idProperty];
    const generated = directed.map((candidate) => values.find(candidate));
    const range = directed.map((one) => findRange(schemas.node(one))).find((one) => one !== undefined);
    const generate = () => makeId({ example, number: call.world.next(), accepts, generated, range });
    let id = generate();
    // A schema with few values may have no free id left: then the new resource replaces another one.
    for (let tries = 1; tries < MOST_TRIES && keys.isTaken(call, id); tries += 1) id = generate();
    return id;
  }
  // The schemas of the id in the response of the creation.
  #listReturned(): readonly SchemaNode[] {
    const { operation, idPath = [] } = this.#kind.creation ?? {};
    const body = findSuccessSchema(operation, this.#engine.schemas);
    return body && idPath.length > 0 ? findNodes([body], idPath) : [];
  }
}
