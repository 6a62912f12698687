// The responses of operations without state: they repeat what the request has set.
import { isJsonObject, type JsonObject } from '@keyframe/openapi-model';
import { collectProperties, listDefaults } from '../document/schema-parts.ts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay } from '../json.ts';
import { findJsonMedia, findSuccess } from '../response/responses.ts';
import { findRequestSchema, findSuccessSchema } from './operation-schemas.ts';

const METHODS = ['post', 'put', 'patch'];

/** Repeats the members of a request in the documented response, as far as its schema accepts them. */
export class EchoBehavior {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Runs an operation; undefined if its response cannot repeat the request. */
  run({ operation, body, variant, example }: Call): Outcome | undefined {
    const { bodies, schemas } = this.#engine;
    const media = findJsonMedia(operation);
    if (!METHODS.includes(operation.method) || !media || !isJsonObject(body)) return undefined;
    const template = bodies.find(media, { example: example?.name, variant });
    const described = findSuccessSchema(operation, schemas);
    if (!isJsonObject(template) || !described) return undefined;
    const readable = collectProperties(described);
    const request = findRequestSchema(operation, schemas);
    const defaults = request && operation.method !== 'patch' ? listDefaults(collectProperties(request)) : {};
    const changes: JsonObject = {};
    for (const [name, member] of Object.entries({ ...defaults, ...body })) {
      if (readable.has(name)) changes[name] = member;
    }
    const accepts = bodies.getAcceptor(media);
    return { status: findSuccess(operation), body: overlay(template, changes, accepts) };
  }
}
