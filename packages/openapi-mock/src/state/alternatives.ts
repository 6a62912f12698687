// The alternatives of a union, such as the schemas of a discriminator: an object of one has no members of the others.

import type { JsonObject, JsonValue, MediaType } from '@keyframe/openapi-model';
import { unwrap } from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listConstants } from '@keyframe/openapi-schema/facts';
import type { Engine } from '../engine.ts';
import { VARIANTS } from '../values/value-source.ts';

/** A representation inside the bodies of a media type, and the schemas of its members. */
export interface AlternativeSource {
  media: MediaType | undefined;
  path: readonly string[];
  properties: ReadonlyMap<string, readonly SchemaNode[]>;
}

/** Finds the alternative that a request chooses by the constants of its members. */
export class Alternatives {
  readonly #source: AlternativeSource;
  readonly #engine: Pick<Engine, 'bodies' | 'values'>;
  /** The members that have a constant in several alternatives. */
  readonly #names: readonly string[];

  constructor(source: AlternativeSource, engine: Pick<Engine, 'bodies' | 'values'>) {
    this.#source = source;
    this.#engine = engine;
    this.#names = [...source.properties]
      .filter(([, nodes]) => nodes.filter((node) => listConstants(node)?.length === 1).length > 1)
      .map(([name]) => name);
  }

  /** Returns a representation with the constants of a request: a template, if it has them or nothing has. */
  choose(template: JsonObject, request: JsonObject): JsonObject {
    const names = this.#names.filter((name) => Object.hasOwn(request, name));
    const isChosen = (value: JsonObject) => names.every((name) => value[name] === request[name]);
    if (isChosen(template)) return template;
    for (const body of this.#listBodies()) {
      const value = unwrap(body, this.#source.path);
      if (value && isChosen(value)) return value;
    }
    return template;
  }

  *#listBodies(): Generator<JsonValue | undefined> {
    const { media } = this.#source;
    if (!media) return;
    for (const { value } of this.#engine.bodies.listExamples(media)) yield value;
    const { schema } = media;
    if (!schema) return;
    for (let variant = 0; variant < VARIANTS; variant += 1)
      yield this.#engine.values.find({ schema, direction: 'response' }, variant);
  }
}
