// The responses of operations without state: they repeat what the request has set.
import {
  findResponse,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type Operation,
} from '@keyframe/openapi-model';
import {
  type DocumentReader,
  findEnvelope,
  findJsonMedia,
  findRequestSchema,
  findSuccess,
  getIdParameter,
  isBareId,
  isItemPath,
  listIdentifyingMembers,
  listIdForms,
  listIdNames,
  listThings,
  readBody,
  splitWords,
  toSingular,
} from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findItems, listDefaults } from '@keyframe/openapi-schema/facts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay, withMember } from '../json.ts';
import { chooseMedia } from '../response/choose-media.ts';
import { Alternatives } from './alternatives.ts';
import { makeId } from './make-id.ts';
import { makeIdentity } from './make-identity.ts';

const METHODS = ['post', 'put', 'patch'];

/** The documented response of an operation. */
interface DescribedResponse {
  media: MediaType;
  described: SchemaNode;
  documented: JsonObject;
  status: number;
  accepts: (value: JsonValue) => boolean;
}

/** Repeats the members of a request, and the id of its path, in the documented response, as far as its schema accepts them. */
export class EchoBehavior {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Reports whether an operation may repeat its request. */
  concerns({ method, resourcePath }: Operation): boolean {
    return METHODS.includes(method) || (method === 'get' && isItemPath(resourcePath));
  }

  /** Runs an operation; undefined if its response cannot repeat the request. */
  run(call: Call): Outcome | undefined {
    const { operation, variant, example } = call;
    const { bodies, schemas } = this.#engine;
    const media = this.#chooseMedia(call);
    const described = readBody(schemas, media);
    if (!media || !described) return undefined;
    const documented = bodies.find(media, { example: example?.name, variant });
    const status = findSuccess(operation);
    const accepts = bodies.getAcceptor(media);
    if (Array.isArray(documented)) {
      const items = this.#repeatItems(call, documented, { media, described, status, accepts });
      return items && accepts(items) ? { status, body: items } : undefined;
    }
    if (!isJsonObject(documented)) {
      if (!createsUnread(operation, schemas) || !isBareId(described)) return undefined;
      const id = makeId({ example: documented, number: call.world.next(), accepts, generated: [] });
      return { status, body: id };
    }
    const response = { media, described, documented, status, accepts };
    if (operation.method !== 'get') return this.#repeatRequest(call, response);
    return example ? undefined : this.#identifyByPath(call, response);
  }

  // An example of the media type that the response will have comes before the body of another one.
  #chooseMedia({ operation, headers }: Call): MediaType | undefined {
    const success = findResponse(operation, findSuccess(operation));
    const media = success && chooseMedia(success, headers.accept)?.media;
    const isOwn = media && (isJson(media.name) || this.#engine.bodies.listExamples(media).length > 0);
    return isOwn ? media : findJsonMedia(operation);
  }

  // Each item of a list is created.
  #repeatItems(
    call: Call,
    [documented]: readonly JsonValue[],
    { described, accepts, ...response }: Omit<DescribedResponse, 'documented'>,
  ): JsonValue[] | undefined {
    const { operation, body } = call;
    const item = findItems(described);
    const isList = Array.isArray(body) && body.length > 0 && body.every(isJsonObject);
    const isCreation = createsUnread(operation, this.#engine.schemas);
    if (!isCreation || !isList || !item || !isJsonObject(documented)) return undefined;
    const parts = {
      ...response,
      described: item,
      documented,
      accepts: (value: JsonValue) => accepts([value]),
    };
    return body.map((part) => this.#repeatRequest({ ...call, body: part }, parts)?.body ?? documented);
  }

  #repeatRequest(
    call: Call,
    { media, described, documented, status, accepts }: DescribedResponse,
  ): Outcome | undefined {
    const { operation, body } = call;
    const { schemas } = this.#engine;
    const requestMembers = isJsonObject(body) ? body : {};
    const source = { media, path: [], properties: collectProperties(described) };
    const chosen = new Alternatives(source, this.#engine).choose(documented, requestMembers);
    const template = createsUnread(operation, schemas)
      ? overlay(chosen, this.#identify(call, chosen, described), accepts)
      : chosen;
    if (!isJsonObject(body)) return template === documented ? undefined : { status, body: template };
    const request = findRequestSchema(operation, schemas);
    const defaults = request && operation.method !== 'patch' ? listDefaults(collectProperties(request)) : {};
    const members = { ...defaults, ...requestMembers };
    return { status, body: repeat(template, { members, properties: source.properties, accepts }) };
  }

  // A read returns the resource that its path identifies.
  #identifyByPath(
    { operation: { resourcePath }, parameters }: Call,
    { media, described, documented, status }: DescribedResponse,
  ): Outcome | undefined {
    const { bodies, schemas } = this.#engine;
    const parameter = getIdParameter(resourcePath);
    const id = parameters.get(`path:${parameter}`);
    const words = splitWords(parameter);
    // `{person}` may be another member than the name of a person.
    const idNames = listIdNames(resourcePath, schemas.conventions).filter(
      (name) =>
        schemas.conventions.matches('id', name) || splitWords(name).every((word) => words.includes(word)),
    );
    const envelope = findEnvelope(described, { idNames, reader: schemas, itemPath: resourcePath });
    if (id === undefined || envelope?.idProperty === undefined) return undefined;
    const path = [...envelope.path, envelope.idProperty];
    const body = listIdForms(id)
      .map((form) => withMember(documented, path, form))
      .find(bodies.getAcceptor(media));
    return body === undefined ? undefined : { status, body };
  }

  // Without an identifying member of its own, a body is an envelope of the only object in it.
  #identify(call: Call, template: JsonObject, described: SchemaNode): JsonObject {
    const { schemas, model } = this.#engine;
    const { operation, world } = call;
    const request = findRequestSchema(operation, schemas);
    const properties = collectProperties(described);
    const names = listIdentifyingMembers({
      itemPath: `${nameThings(operation, schemas)}/{id}`,
      properties,
      requested: request ? collectProperties(request) : new Map(),
      things: listThings(model.operations),
      conventions: schemas.conventions,
    });
    const content = names.length === 0 ? findContent(template, properties) : undefined;
    if (content) {
      const { name, inner, schema } = content;
      return { [name]: { ...inner, ...this.#identify(call, inner, schema) } };
    }
    const accepts = (member: string, value: JsonValue) =>
      (properties.get(member) ?? []).some(({ origin }) =>
        schemas.accepts({ schema: origin, direction: 'response' }, value),
      );
    return makeIdentity(template, names, { number: world.next(), accepts });
  }
}

interface Repetition {
  members: JsonObject;
  properties: ReadonlyMap<string, SchemaNode[]>;
  accepts: (value: JsonObject) => boolean;
}

// Sets the members that a body or its content describes.
function repeat(template: JsonObject, { members, properties, accepts }: Repetition): JsonObject {
  const changes = Object.entries(members).filter(([name]) => properties.has(name));
  const content = findContent(template, properties);
  const wrapped = Object.keys(template).length === 1 && content ? members[content.name] : undefined;
  // The request may have the same envelope.
  const inner = isJsonObject(wrapped) ? wrapped : members;
  if (!content || (inner === members && changes.length > 0))
    return overlay(template, Object.fromEntries(changes), accepts);
  const wrap = (value: JsonObject) => ({ ...template, [content.name]: value });
  return wrap(
    repeat(content.inner, {
      members: inner,
      properties: collectProperties(content.schema),
      accepts: (value) => accepts(wrap(value)),
    }),
  );
}

// Finds the only object in a body, whose envelope the body then is.
function findContent(template: JsonObject, properties: ReadonlyMap<string, SchemaNode[]>) {
  const [[name = '', inner] = [], another] = Object.entries(template).filter(([, one]) => isJsonObject(one));
  const [schema] = properties.get(name) ?? [];
  return isJsonObject(inner) && !another && schema ? { name, inner, schema } : undefined;
}

// Nothing reads what it creates, but two creations do not have the same id. 200 is that of a creation at a collection, too.
function createsUnread(operation: Operation, { conventions }: Pick<DocumentReader, 'conventions'>): boolean {
  const { method, resourcePath } = operation;
  const name = resourcePath.slice(resourcePath.lastIndexOf('/') + 1);
  const isPlural = toSingular(name.toLowerCase()) !== name.toLowerCase();
  const isNamed = conventions.matches('creation', name) && !conventions.matches('noCreation', name);
  return method === 'post' && ([201, 202].includes(findSuccess(operation)) || isPlural || isNamed);
}

// `POST /createOrder` returns an `orderId`.
function nameThings(
  { resourcePath }: Operation,
  { conventions }: Pick<DocumentReader, 'conventions'>,
): string {
  const end = resourcePath.lastIndexOf('/') + 1;
  const [verb = '', ...words] = splitWords(resourcePath.slice(end));
  return words.length > 0 && conventions.matches('creation', verb)
    ? resourcePath.slice(0, end) + words.join('_')
    : resourcePath;
}
