// The members of a representation that a request changes.
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { type DerivedKind, findRequestSchema } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import type { Schemas } from '../document/schemas.ts';
import { applyChanges } from '../json.ts';
import { listMergedMembers } from './merge-patch.ts';

/** The members of a representation, and what accepts them. */
export interface ChangeParts {
  accepts: (value: JsonObject) => boolean;
  schemas: Schemas;
  properties: ReadonlyMap<string, readonly SchemaNode[]>;
  /** The members that the request of a creation has. */
  requested: ReadonlyMap<string, readonly SchemaNode[]>;
  defaults: JsonObject;
  /** The names of times of events. */
  times: Iterable<string>;
}

/** Lists the members that requests change. */
export class ChangedMembers {
  readonly #kind: DerivedKind;
  readonly #parts: ChangeParts;
  /** The members that a replacement removes if it omits them. */
  readonly #replaceable: ReadonlySet<string>;

  constructor(kind: DerivedKind, parts: ChangeParts) {
    this.#kind = kind;
    this.#parts = parts;
    this.#replaceable = this.#listReplaceable();
  }

  /** Lists the members that a request changes; an object that excludes members of the existing one replaces it. */
  merge(current: JsonObject, request: JsonObject): JsonObject {
    const update = this.#withoutId(request);
    const parts = { properties: this.#parts.properties, schemas: this.#parts.schemas };
    const merged = listMergedMembers(current, update, parts);
    const isAccepted = (name: string, changes: JsonObject) =>
      this.#parts.accepts(applyChanges(current, { [name]: changes[name] }));
    const replacing = Object.keys(update).filter(
      (name) => isJsonObject(update[name]) && !isAccepted(name, merged) && isAccepted(name, update),
    );
    return { ...merged, ...Object.fromEntries(replacing.map((name) => [name, update[name]])) };
  }

  /** Lists the members of a replacement; one that the representation requires gets the value of a new resource instead. */
  replace(current: JsonObject, request: JsonObject, template: JsonObject): JsonObject {
    const replacement = this.#withoutId(request);
    const names = Object.keys(current).filter((name) => this.#replaceable.has(name));
    const removed = { ...Object.fromEntries(names.map((name) => [name, undefined])), ...replacement };
    if (this.#parts.accepts(applyChanges(current, removed))) return removed;
    const changes: JsonObject = {};
    for (const name of names) {
      const choices = [undefined, this.#parts.defaults[name], null, template[name]];
      changes[name] = choices.find((member) =>
        this.#parts.accepts(applyChanges(current, { [name]: member })),
      );
    }
    return { ...changes, ...replacement };
  }

  // Names of the resource, and times of its events, survive a request that omits them.
  #listReplaceable(): ReadonlySet<string> {
    const request = findRequestSchema(this.#kind.replace, this.#parts.schemas);
    const names = [...this.#parts.requested.keys(), ...(request ? collectProperties(request).keys() : [])];
    const kept = new Set([this.#kind.envelope.idProperty ?? '', ...this.#parts.times]);
    const { conventions } = this.#parts.schemas;
    return new Set(names.filter((name) => !kept.has(name) && !conventions.matches('steady', name)));
  }

  #withoutId(request: JsonObject): JsonObject {
    const { idProperty = '' } = this.#kind.envelope;
    const { [idProperty]: _, ...members } = request;
    return members;
  }
}
