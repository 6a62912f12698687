// The responses of operations without state: they repeat what the request has set.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import {
  findJsonMedia,
  findRequestSchema,
  findSuccess,
  findSuccessSchema,
  listIdentifyingMembers,
  listThings,
  toSingular,
} from '@keyframe/openapi-resources';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, listDefaults } from '@keyframe/openapi-schema/facts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay } from '../json.ts';
import { Alternatives } from './alternatives.ts';
import { makeIdentity } from './make-identity.ts';

const METHODS = ['post', 'put', 'patch'];

/** Repeats the members of a request in the documented response, as far as its schema accepts them. */
export class EchoBehavior {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reports whether an operation may repeat its request. */
  concerns({ method }: Operation): boolean {
    return METHODS.includes(method);
  }

  /** Runs an operation; undefined if its response cannot repeat the request. */
  run(call: Call): Outcome | undefined {
    const { operation, body, variant, example } = call;
    const { bodies, schemas } = this.#engine;
    const media = findJsonMedia(operation);
    const described = findSuccessSchema(operation, schemas);
    if (!media || !described) return undefined;
    const documented = bodies.find(media, { example: example?.name, variant });
    if (!isJsonObject(documented)) return undefined;
    const requestMembers = isJsonObject(body) ? body : {};
    const source = { media, path: [], properties: collectProperties(described) };
    const chosen = new Alternatives(source, this.#engine).choose(documented, requestMembers);
    const accepts = bodies.getAcceptor(media);
    const template = createsUnread(operation)
      ? overlay(chosen, this.#identify(call, chosen, described), accepts)
      : chosen;
    const status = findSuccess(operation);
    if (!isJsonObject(body)) return template === documented ? undefined : { status, body: template };
    const request = findRequestSchema(operation, schemas);
    const defaults = request && operation.method !== 'patch' ? listDefaults(collectProperties(request)) : {};
    const changes = Object.entries({ ...defaults, ...requestMembers }).filter(([name]) =>
      source.properties.has(name),
    );
    return { status, body: overlay(template, Object.fromEntries(changes), accepts) };
  }

  // Without an identifying member of its own, a body is an envelope of the only object in it.
  #identify(call: Call, template: JsonObject, described: SchemaNode): JsonObject {
    const { schemas, model } = this.#engine;
    const { operation, world } = call;
    const request = findRequestSchema(operation, schemas);
    const properties = collectProperties(described);
    const names = listIdentifyingMembers({
      itemPath: `${operation.resourcePath}/{id}`,
      properties,
      requested: request ? collectProperties(request) : new Map(),
      things: listThings(model.operations),
      conventions: schemas.conventions,
    });
    const objects = Object.entries(template).filter(([, member]) => isJsonObject(member));
    const [[name = '', inner] = []] = objects;
    const [schema] = properties.get(name) ?? [];
    if (names.length === 0 && objects.length === 1 && isJsonObject(inner) && schema)
      return { [name]: { ...inner, ...this.#identify(call, inner, schema) } };
    const accepts = (member: string, value: JsonValue) =>
      (properties.get(member) ?? []).some(({ origin }) =>
        schemas.accepts({ schema: origin, direction: 'response' }, value),
      );
    return makeIdentity(template, names, { number: world.next(), accepts });
  }
}

// Nothing reads what it creates, but two creations do not have the same id. 200 is that of a creation at a collection, too.
function createsUnread(operation: Operation): boolean {
  const { method, resourcePath } = operation;
  const name = resourcePath.slice(resourcePath.lastIndexOf('/') + 1).toLowerCase();
  const isCreated = [201, 202].includes(findSuccess(operation)) || toSingular(name) !== name;
  return method === 'post' && isCreated;
}
