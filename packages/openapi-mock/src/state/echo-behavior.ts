// The responses of operations without state: they repeat what the request has set.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listDefaults } from '../document/schema-parts.ts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay } from '../json.ts';
import { findJsonMedia, findSuccess } from '../response/responses.ts';
import { listIdentifyingMembers, listThings, makeIdentity } from './identifying-members.ts';
import { findRequestSchema, findSuccessSchema } from './operation-schemas.ts';

const METHODS = ['post', 'put', 'patch'];

/** Repeats the members of a request in the documented response, as far as its schema accepts them. */
export class EchoBehavior {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Runs an operation; undefined if its response cannot repeat the request. */
  run(call: Call): Outcome | undefined {
    const { operation, body, variant, example } = call;
    const { bodies, schemas } = this.#engine;
    const media = findJsonMedia(operation);
    if (!METHODS.includes(operation.method) || !media) return undefined;
    const shown = bodies.find(media, { example: example?.name, variant });
    const described = findSuccessSchema(operation, schemas);
    if (!isJsonObject(shown) || !described) return undefined;
    const accepts = bodies.getAcceptor(media);
    const template = createsUnread(operation) ? overlay(shown, this.#identify(call, shown), accepts) : shown;
    const status = findSuccess(operation);
    if (!isJsonObject(body)) return template === shown ? undefined : { status, body: template };
    const readable = collectProperties(described);
    const request = findRequestSchema(operation, schemas);
    const defaults = request && operation.method !== 'patch' ? listDefaults(collectProperties(request)) : {};
    const changes: JsonObject = {};
    for (const [name, member] of Object.entries({ ...defaults, ...body })) {
      if (readable.has(name)) changes[name] = member;
    }
    return { status, body: overlay(template, changes, accepts) };
  }

  #identify({ operation, world }: Call, shown: JsonObject): JsonObject {
    const { schemas, model } = this.#engine;
    const described = findSuccessSchema(operation, schemas);
    const request = findRequestSchema(operation, schemas);
    const properties: ReadonlyMap<string, readonly SchemaNode[]> = described
      ? collectProperties(described)
      : new Map();
    const names = listIdentifyingMembers({
      itemPath: `${operation.resourcePath}/{id}`,
      properties,
      requested: request ? collectProperties(request) : new Map(),
      things: listThings(model.operations),
    });
    const accepts = (name: string, value: JsonValue) =>
      (properties.get(name) ?? []).some(({ origin: schema }) =>
        schemas.accepts({ schema, direction: 'response' }, value),
      );
    return makeIdentity(shown, names, { number: world.next(), accepts });
  }
}

// Nothing reads what it creates, but two creations do not have the same id.
function createsUnread(operation: Operation): boolean {
  return operation.method === 'post' && [201, 202].includes(findSuccess(operation));
}
