// Keeps the resources that a run created: requests are bound to their ids, and the run deletes them at the end.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { bodyValue, type Exchange, isSuccess, type Session } from '../session/session.ts';
import { findHeader, type WireRequest } from '../wire/wire.ts';
import { chooseId, hasChosenIds } from './chosen-ids.ts';
import {
  type Collection,
  findCollections,
  findId,
  findIdProperty,
  normalizePath,
  parseLocationId,
} from './collections.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { findItems } from './find-items.ts';

/** A resource that this run created or found. */
export interface Resource {
  collection: Collection;
  /** Values of the path parameters by the index of their segment. */
  segments: ReadonlyMap<number, JsonValue>;
  /** The exchange that created it; undefined if it existed before. */
  created: Exchange | undefined;
}

/** Lists the valid drafts of an operation, the most promising first. */
export type ListDrafts = (operation: Operation) => readonly Draft[];

const MOST_TRIES = 6;

/** Creates and keeps resources. */
export class ResourcePool {
  readonly collections: readonly Collection[];
  readonly #byPath: ReadonlyMap<string, Collection>;
  readonly #session: Session;
  readonly #listDrafts: ListDrafts;
  readonly #current = new Map<Collection, Promise<Resource | undefined>>();
  readonly #noted = new WeakMap<Exchange, Resource>();
  // Without the exchanges, whose bodies would fill the memory in a long run.
  readonly #created = new Map<string, Omit<Resource, 'created'>>();
  #deleting = Promise.resolve();

  constructor(session: Session, listDrafts: ListDrafts) {
    this.#session = session;
    this.#listDrafts = listDrafts;
    this.collections = findCollections(session.model, session.conventions);
    const known = this.collections.filter((one) => (one.create ?? one.list) !== undefined);
    this.#byPath = new Map(known.map((one) => [normalizePath(one.itemPath), one]));
    // Any phase may create resources.
    session.onExchange = (exchange) => void this.noteCreated(exchange);
  }

  /** Finds the collection of a creating operation. */
  findCollection(create: Operation): Collection | undefined {
    return this.collections.find((one) => one.create === create);
  }

  /** Sets the missing path parameters of a draft; undefined if there is no resource. */
  async bind(draft: Draft, { fresh = false }: { fresh?: boolean } = {}): Promise<Draft | undefined> {
    const missing = findMissingSegments(draft);
    if (missing.size === 0) return draft;
    const collection = this.#findBoundCollection(draft);
    const resource = collection && (fresh ? await this.create(collection) : await this.provide(collection));
    if (!resource) return undefined;
    return withParameters(
      draft,
      [...missing].map(([index, name]) => [`path:${name}`, resource.segments.get(index)] as const),
    );
  }

  #findBoundCollection(draft: Draft): Collection | undefined {
    const deepest = Math.max(...findMissingSegments(draft).keys());
    return this.#findByPath(draft.operation.path.split('/').slice(0, deepest + 1));
  }

  /** Forgets the resource of a draft, so that the next draft is bound to a new one. */
  forgetBound(draft: Draft): void {
    const collection = this.#findBoundCollection(draft);
    if (collection?.create) this.#current.delete(collection);
  }

  /** Whether the id at the end of a path can be created or found. */
  knows(path: string): boolean {
    return this.#findByPath(path.split('/')) !== undefined;
  }

  #findByPath(tokens: readonly string[]): Collection | undefined {
    return this.#byPath.get(normalizePath(tokens.join('/')));
  }

  /** Returns a resource of a collection; creates one if necessary. */
  provide(collection: Collection): Promise<Resource | undefined> {
    const existing = this.#current.get(collection);
    if (existing) return existing;
    const made = this.create(collection).then((resource) => resource ?? this.#find(collection));
    this.#current.set(collection, made);
    return made;
  }

  /** Creates a resource. */
  async create(collection: Collection, drafts = this.#listDrafts): Promise<Resource | undefined> {
    const { create } = collection;
    if (!create) return undefined;
    for (const draft of drafts(create).slice(0, MOST_TRIES)) {
      const named = this.#chooseId(collection, draft);
      const bound = named && (await this.bind(named));
      const exchange = bound && (await this.#session.send(bound));
      const resource = exchange && this.noteCreated(exchange);
      if (resource) return resource;
    }
    return undefined;
  }

  // If clients choose ids, each creation needs a new one.
  #chooseId(collection: Collection, draft: Draft): Draft | undefined {
    if (!hasChosenIds(collection)) return draft;
    const id = chooseId(this.#session, collection);
    return id === undefined ? undefined : withParameters(draft, [[`path:${collection.parameter}`, id]]);
  }

  /** Remembers the created resource; undefined if its id is unknown. */
  noteCreated(exchange: Exchange): Resource | undefined {
    const { operation } = exchange;
    const known = this.#noted.get(exchange);
    const collection = this.findCollection(operation);
    if (known || !collection || !isSuccess(exchange)) return known;
    const segments = new Map(
      parentSegments(exchange).filter(([at]) => isSameSegment(exchange, collection, at)),
    );
    const last = idIndex(collection);
    const id = hasChosenIds(collection) ? segments.get(last) : findCreatedId(exchange, collection);
    if (id === undefined) return undefined;
    collection.idProperty ??= hasChosenIds(collection)
      ? findIdProperty(bodyValue(exchange), collection, id)
      : undefined;
    segments.set(last, id);
    const resource = { collection, segments, created: exchange };
    this.#noted.set(exchange, resource);
    this.#created.set(resourceKey(resource), { collection, segments });
    return resource;
  }

  /** Forgets a resource that was deleted. */
  forget(resource: Resource): void {
    this.#created.delete(resourceKey(resource));
    this.#current.delete(resource.collection);
  }

  /** Forgets the current resource of a path after a deletion. */
  forgetCurrent(path: string): void {
    for (const collection of this.#current.keys()) {
      if (normalizePath(collection.itemPath) === normalizePath(path)) this.#current.delete(collection);
    }
  }

  async #find(collection: Collection): Promise<Resource | undefined> {
    const draft = collection.list && this.#listDrafts(collection.list)[0];
    const bound = draft && (await this.bind(draft));
    const exchange = bound && (await this.#session.send(bound));
    const first = exchange && findItems(bodyValue(exchange))?.[0];
    const id = findId(first, collection);
    if (!exchange || id === undefined) return undefined;
    const segments = new Map(
      parentSegments(exchange).filter(([at]) => isSameSegment(exchange, collection, at)),
    );
    segments.set(idIndex(collection), id);
    return { collection, segments, created: undefined };
  }

  /** Deletes the created resources if the document allows it, even after an interruption or the end of the time. */
  deleteAll(): Promise<void> {
    // A run that is interrupted while it deletes ends after the last deletion.
    this.#deleting = this.#deleting.then(() => this.#deleteCreated());
    return this.#deleting;
  }

  async #deleteCreated(): Promise<void> {
    const created = [...this.#created.values()];
    this.#created.clear();
    this.#current.clear();
    const { transport } = this.#session;
    const depths = new Set(created.map(({ segments }) => segments.size));
    // Inner resources before outer ones.
    for (const depth of [...depths].toSorted((left, right) => right - left)) {
      const requests = created
        .filter(({ segments }) => segments.size === depth)
        .flatMap((resource) => this.#writeDeletion(resource) ?? []);
      await transport.tidy(requests);
    }
  }

  #writeDeletion({ collection: { remove }, segments }: Omit<Resource, 'created'>): WireRequest | undefined {
    const template = remove && this.#listDrafts(remove)[0];
    return template && this.#session.write(withParameters(template, pathValues(remove, segments)));
  }
}

// Segment indexes and names of the path parameters without a value.
function findMissingSegments({ operation, parameters }: Draft): Map<number, string> {
  const tokens = operation.path.split('/');
  const open = operation.parameters.filter(
    (parameter) => parameter.location === 'path' && !parameters.has(parameterKey(parameter)),
  );
  return new Map(open.map(({ name }) => [tokens.indexOf(`{${name}}`), name]));
}

/** Key of a resource, unique in a run. */
export function resourceKey({ collection, segments }: Pick<Resource, 'collection' | 'segments'>): string {
  return JSON.stringify([collection.itemPath, ...segments.values()]);
}

/** The index of the segment with the id of a resource. */
export function idIndex({ itemPath }: Pick<Collection, 'itemPath'>): number {
  return itemPath.split('/').length - 1;
}

/** The id of a resource as text. */
export function resourceId({ collection, segments }: Pick<Resource, 'collection' | 'segments'>): string {
  return String(segments.get(idIndex(collection)));
}

/** Sets the path parameters of an operation to the segments of a resource. */
export function pathValues(
  { path, parameters }: Operation,
  segments: ReadonlyMap<number, JsonValue>,
): (readonly [key: string, value: JsonValue | undefined])[] {
  const tokens = path.split('/');
  return parameters
    .filter(({ location }) => location === 'path')
    .map(({ name }) => [`path:${name}`, segments.get(tokens.indexOf(`{${name}}`))] as const);
}

/** Lists the path parameters of a draft by the index of their segment. */
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

// `/customers/{id}/orders` may create resources of `/orders/{orderId}`: their segments have nothing in common.
function isSameSegment({ operation }: Exchange, { itemPath }: Collection, index: number): boolean {
  const cut = (path: string) =>
    path
      .split('/')
      .slice(0, index + 1)
      .join('/');
  return normalizePath(cut(operation.path)) === normalizePath(cut(itemPath));
}

/** Finds the id of a created resource: by its link, its body or its Location. */
function findCreatedId(exchange: Exchange, collection: Collection): JsonValue | undefined {
  const { link, parameter, itemPath } = collection;
  const expression = link?.parameters[parameter] ?? link?.parameters[`path.${parameter}`];
  const linked = typeof expression === 'string' ? evaluateExpression(expression, exchange) : expression;
  if (typeof linked === 'string' || typeof linked === 'number') return linked;
  return (
    findId(bodyValue(exchange), collection) ??
    parseLocationId(findHeader(exchange.response, 'location'), itemPath)
  );
}
