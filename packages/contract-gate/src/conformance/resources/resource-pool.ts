// Keeps the resources that a run has made: requests about one of them get its id, and at the end they are deleted.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { evaluateTemplate, parseLinkValue } from '@keyframe/openapi-runtime/webhooks';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { bodyValue, type Exchange, isSuccess, type Session } from '../session.ts';
import { headerOf, type WireRequest } from '../wire/wire.ts';
import { chooseId, isChosen } from './chosen-ids.ts';
import { type Collection, findCollections, idIn, idInLocation, idMemberOf, shapeOf } from './collections.ts';

/** A resource that this run made, or found. */
export interface Resource {
  collection: Collection;
  /** Values of the path's parameters, by the place of their segment. */
  segments: ReadonlyMap<number, JsonValue>;
  /** The exchange that made it; undefined where it was there already. */
  created: Exchange | undefined;
}

/** Gives the valid drafts of an operation, the most promising first. */
export type DraftsOf = (operation: Operation) => readonly Draft[];

const MOST_TRIES = 6;

/** Makes and keeps resources. */
export class ResourcePool {
  readonly collections: readonly Collection[];
  readonly #byShape: ReadonlyMap<string, Collection>;
  readonly #session: Session;
  readonly #draftsOf: DraftsOf;
  readonly #current = new Map<Collection, Promise<Resource | undefined>>();
  readonly #noted = new WeakMap<Exchange, Resource>();
  // Without the exchanges, whose bodies would fill the memory in a long run.
  readonly #made = new Map<string, Omit<Resource, 'created'>>();
  #deleting = Promise.resolve();

  constructor(session: Session, draftsOf: DraftsOf) {
    this.#session = session;
    this.#draftsOf = draftsOf;
    this.collections = findCollections(session.model);
    const known = this.collections.filter((one) => (one.create ?? one.list) !== undefined);
    this.#byShape = new Map(known.map((one) => [shapeOf(one.itemPath), one]));
    // Whichever phase it was that made something.
    session.onExchange = (exchange) => void this.noteCreated(exchange);
  }

  /** Finds the collection that a creation adds to. */
  collectionOf(create: Operation): Collection | undefined {
    return this.collections.find((one) => one.create === create);
  }

  /** Fills in the path parameters that a draft leaves open; undefined where no resource can be had. */
  async bind(draft: Draft, { fresh = false }: { fresh?: boolean } = {}): Promise<Draft | undefined> {
    const places = openPlaces(draft);
    if (places.size === 0) return draft;
    const collection = this.#boundTo(draft);
    const resource = collection && (fresh ? await this.make(collection) : await this.any(collection));
    if (!resource) return undefined;
    return withParameters(
      draft,
      [...places].map(([place, name]) => [`path:${name}`, resource.segments.get(place)] as const),
    );
  }

  #boundTo(draft: Draft): Collection | undefined {
    const deepest = Math.max(...openPlaces(draft).keys());
    return this.#collectionAt(draft.operation.path.split('/').slice(0, deepest + 1));
  }

  /** Forgets the resource that a draft would be bound to, so that the next one is bound to a new one. */
  forgetBound(draft: Draft): void {
    const collection = this.#boundTo(draft);
    if (collection?.create) this.#current.delete(collection);
  }

  /** Tells whether the id at the end of a path can be made or found. */
  knows(path: string): boolean {
    return this.#collectionAt(path.split('/')) !== undefined;
  }

  // Parameters of the same place may have different names in different paths.
  #collectionAt(tokens: readonly string[]): Collection | undefined {
    return this.#byShape.get(shapeOf(tokens.join('/')));
  }

  /** Gives some resource of a collection, made if need be. */
  any(collection: Collection): Promise<Resource | undefined> {
    const existing = this.#current.get(collection);
    if (existing) return existing;
    const made = this.make(collection).then((resource) => resource ?? this.#find(collection));
    this.#current.set(collection, made);
    return made;
  }

  /** Makes a new resource of a collection. */
  async make(collection: Collection, drafts = this.#draftsOf): Promise<Resource | undefined> {
    const { create } = collection;
    if (!create) return undefined;
    for (const draft of drafts(create).slice(0, MOST_TRIES)) {
      const named = this.#named(collection, draft);
      const bound = named && (await this.bind(named));
      const exchange = bound && (await this.#session.send(bound));
      const resource = exchange && this.noteCreated(exchange);
      if (resource) return resource;
    }
    return undefined;
  }

  // Where clients choose ids, each creation has a new one.
  #named(collection: Collection, draft: Draft): Draft | undefined {
    if (!isChosen(collection)) return draft;
    const id = chooseId(this.#session, collection);
    return id === undefined ? undefined : withParameters(draft, [[`path:${collection.parameter}`, id]]);
  }

  /** Remembers what a creation made; undefined where it made nothing that can be found again. */
  noteCreated(exchange: Exchange): Resource | undefined {
    const { operation } = exchange;
    const known = this.#noted.get(exchange);
    const collection = this.collectionOf(operation);
    if (known || !collection || !isSuccess(exchange)) return known;
    const segments = new Map(parentSegments(exchange).filter(([at]) => isShared(exchange, collection, at)));
    const place = collection.itemPath.split('/').length - 1;
    const id = isChosen(collection) ? segments.get(place) : createdId(exchange, collection);
    if (id === undefined) return undefined;
    collection.idMember ??= isChosen(collection)
      ? idMemberOf(bodyValue(exchange), collection.itemPath, id)
      : undefined;
    segments.set(place, id);
    const resource = { collection, segments, created: exchange };
    this.#noted.set(exchange, resource);
    this.#made.set(keyOf(resource), { collection, segments });
    return resource;
  }

  /** Forgets a resource that was deleted. */
  forget(resource: Resource): void {
    this.#made.delete(keyOf(resource));
    this.#current.delete(resource.collection);
  }

  /** Forgets every resource that stands for its collection, after a deletion by another path. */
  forgetCurrent(path: string): void {
    for (const collection of this.#current.keys()) {
      if (shapeOf(collection.itemPath) === shapeOf(path)) this.#current.delete(collection);
    }
  }

  async #find(collection: Collection): Promise<Resource | undefined> {
    const draft = collection.list && this.#draftsOf(collection.list)[0];
    const bound = draft && (await this.bind(draft));
    const exchange = bound && (await this.#session.send(bound));
    const first = exchange && firstItem(bodyValue(exchange));
    const id = idIn(first, collection);
    if (!exchange || id === undefined) return undefined;
    const segments = new Map(parentSegments(exchange).filter(([at]) => isShared(exchange, collection, at)));
    segments.set(collection.itemPath.split('/').length - 1, id);
    return { collection, segments, created: undefined };
  }

  /** Deletes what the run has made, where the document lets it: also when the time is over or the run was interrupted. */
  deleteAll(): Promise<void> {
    // A run that is interrupted while it deletes still ends after the last deletion.
    this.#deleting = this.#deleting.then(() => this.#deleteMade());
    return this.#deleting;
  }

  async #deleteMade(): Promise<void> {
    const made = [...this.#made.values()];
    this.#made.clear();
    this.#current.clear();
    const { transport } = this.#session;
    const depths = new Set(made.map(({ segments }) => segments.size));
    // Inner resources before outer ones.
    for (const depth of [...depths].toSorted((one, other) => other - one)) {
      const requests = made
        .filter(({ segments }) => segments.size === depth)
        .flatMap((resource) => this.#deletionOf(resource) ?? []);
      await transport.tidy(requests);
    }
  }

  #deletionOf({ collection: { remove }, segments }: Omit<Resource, 'created'>): WireRequest | undefined {
    const template = remove && this.#draftsOf(remove)[0];
    return template && this.#session.write(withParameters(template, pathValues(remove, segments)));
  }
}

// The places of the path parameters that a draft has no value for.
function openPlaces({ operation, parameters }: Draft): Map<number, string> {
  const tokens = operation.path.split('/');
  const open = operation.parameters.filter(
    (parameter) => parameter.location === 'path' && !parameters.has(parameterKey(parameter)),
  );
  return new Map(open.map(({ name }) => [tokens.indexOf(`{${name}}`), name]));
}

function keyOf({ collection, segments }: Resource): string {
  return JSON.stringify([collection.itemPath, ...segments.values()]);
}

/** Gives the values of an operation's path parameters by the places of a resource's segments. */
export function pathValues(
  { path, parameters }: Operation,
  segments: ReadonlyMap<number, JsonValue>,
): (readonly [key: string, value: JsonValue | undefined])[] {
  const tokens = path.split('/');
  return parameters
    .filter(({ location }) => location === 'path')
    .map(({ name }) => [`path:${name}`, segments.get(tokens.indexOf(`{${name}}`))] as const);
}

/** Gives the values of the path parameters of a draft by the places of their segments. */
export function parentSegments({
  operation,
  draft,
}: Pick<Exchange, 'draft' | 'operation'>): (readonly [number, JsonValue])[] {
  const tokens = operation.path.split('/');
  return operation.parameters.flatMap((parameter) => {
    const value = draft.parameters.get(parameterKey(parameter));
    return parameter.location === 'path' && value !== undefined
      ? [[tokens.indexOf(`{${parameter.name}}`), value] as const]
      : [];
  });
}

// `/customers/{id}/orders` may make what `/orders/{orderId}` is about: nothing of the one path stands in the other.
function isShared({ operation }: Exchange, { itemPath }: Collection, place: number): boolean {
  const upTo = (path: string) =>
    path
      .split('/')
      .slice(0, place + 1)
      .join('/');
  return shapeOf(upTo(operation.path)) === shapeOf(upTo(itemPath));
}

/** Finds the id of what a creation made: by its link, its Location or its body. */
function createdId(exchange: Exchange, collection: Collection): JsonValue | undefined {
  const { link, parameter, itemPath } = collection;
  const expression = link?.parameters[parameter] ?? link?.parameters[`path.${parameter}`];
  const linked = typeof expression === 'string' ? evaluate(expression, exchange) : expression;
  if (typeof linked === 'string' || typeof linked === 'number') return linked;
  return (
    idIn(bodyValue(exchange), collection) ?? idInLocation(headerOf(exchange.response, 'location'), itemPath)
  );
}

/** Evaluates the runtime expression of a link against an exchange; undefined where it has no value. */
export function evaluate(expression: string, { request, response, body, draft }: Exchange): unknown {
  const path = [...draft.parameters].flatMap(([key, value]) =>
    key.startsWith('path:') ? [[key.slice(5), String(value)] as const] : [],
  );
  try {
    return evaluateTemplate(parseLinkValue(expression), {
      request: {
        url: request.target,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        path: Object.fromEntries(path),
        body: draft.body && 'value' in draft.body ? draft.body.value : undefined,
      },
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: body.kind === 'json' ? body.value : undefined,
      },
    });
  } catch {
    return undefined;
  }
}

/** Finds the first item of a list's representation. */
function firstItem(body: JsonValue | undefined): JsonValue | undefined {
  return itemsIn(body)?.[0];
}

/** Finds the items in a list's representation: the list itself, or the first member that is one. */
export function itemsIn(body: JsonValue | undefined): JsonValue[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const members = Object.values(body);
  const own = members.find((member) => Array.isArray(member));
  if (Array.isArray(own)) return own;
  return members
    .map((member) => (Array.isArray(member) ? undefined : nestedItems(member)))
    .find((one) => one !== undefined);
}

function nestedItems(member: JsonValue | undefined): JsonValue[] | undefined {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return undefined;
  return Object.values(member).find((one): one is JsonValue[] => Array.isArray(one));
}
