// Keeps the resources that a run created: requests are bound to their ids, and the run deletes them at the end.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { findId, findIdProperty, IdSources, writeTemplate } from '@keyframe/openapi-resources';
import { bodyMediaType, type Draft, withParameters } from '../requests/draft.ts';
import type { KeptPart } from '../requests/kept-part.ts';
import { describedMembers } from '../schema/described-members.ts';
import { bodyValue, type Exchange, isSuccess, type Session } from '../session/session.ts';
import type { WireRequest } from '../wire/wire.ts';
import { acceptsId } from './accepts-id.ts';
import { hasChosenIds, IdChooser } from './chosen-ids.ts';
import { type Collection, findCollections } from './collections.ts';
import { Conflicts } from './conflicts.ts';
import { type BindOptions, DraftSender } from './draft-sender.ts';
import { ExistingData } from './existing-data.ts';
import { findItems } from './find-items.ts';
import { PathBinder } from './path-binder.ts';
import { type ListDrafts, RequestBinder } from './request-binder.ts';
import {
  findCreatedId,
  idIndex,
  pathValues,
  type Resource,
  resourceKey,
  sharedSegments,
} from './resource.ts';
import { WorkFollower } from './work-follower.ts';

const MOST_TRIES = 6;

/** Creates and keeps resources. */
export class ResourcePool {
  readonly collections: readonly Collection[];
  readonly #session: Session;
  readonly #listDrafts: ListDrafts;
  readonly #binder: RequestBinder;
  readonly #paths: PathBinder;
  readonly #sender: DraftSender;
  readonly work: WorkFollower;
  readonly conflicts = new Conflicts();
  readonly ids: IdChooser;
  readonly existingData: ExistingData;
  readonly #current = new Map<Collection, Promise<Resource | undefined>>();
  readonly #failed = new Set<Collection>();
  readonly #noted = new WeakMap<Exchange, Map<Collection, Resource>>();
  readonly #existing = new WeakSet<Exchange>();
  // Without the exchanges, whose bodies would fill the memory in a long run.
  readonly #created = new Map<string, Omit<Resource, 'created'>>();
  #deleting = Promise.resolve();

  constructor(session: Session, listDrafts: ListDrafts) {
    this.#session = session;
    this.#listDrafts = listDrafts;
    const { resources } = session;
    this.collections = findCollections(resources);
    const known = this.collections.filter((one) => (one.create ?? one.list) !== undefined);
    const sources = new IdSources(known, session.conventions);
    // Any phase may create resources.
    session.onExchange = (exchange) => {
      this.noteCreated(exchange);
      for (const started of this.work.list(exchange)) this.existingData.noteStarted(started);
      this.#binder.note(exchange);
      this.#paths.links.note(exchange);
    };
    const shared = { session, collections: known, sources, listDrafts };
    this.existingData = new ExistingData({ ...shared, works: resources.work.works });
    session.permits = (draft, method) => this.existingData.permits(draft, method);
    this.#binder = new RequestBinder({
      ...shared,
      provideId: async (collection) => (await this.provide(collection))?.segments.get(idIndex(collection)),
    });
    this.ids = new IdChooser(session);
    this.work = new WorkFollower(resources.work.works, session, listDrafts);
    this.#paths = new PathBinder({
      ...shared,
      work: this.work,
      provide: async (collection, isFresh) =>
        (isFresh ? await this.create(collection) : undefined) ?? this.provide(collection),
      provideWithin: (collection, outer) => this.#provideWithin(collection, outer),
      isCircular: ({ operation }, collection) => this.#binder.isCircular(operation, collection),
    });
    this.#sender = new DraftSender({
      session,
      conflicts: this.conflicts,
      bind: (draft, options) => this.bind(draft, options),
      forgetBound: (draft) => this.forgetBound(draft),
      forgetVersion: (exchange) => this.#binder.forgetVersion(exchange),
    });
  }

  /** Finds the collection of a creating operation. */
  findCollection(create: Operation): Collection | undefined {
    return this.collections.find((one) => one.create === create);
  }

  /** Whether the tested part of a draft refers to another resource. */
  isReference(draft: Draft, kept: KeptPart): boolean {
    return this.#binder.isReference(draft, kept);
  }

  /** Whether a sent draft refers to no resource, unlike its twin. */
  hasUnknownId(template: Draft, sent: Draft, twin?: Draft): boolean {
    return this.#binder.hasUnknownId(template, sent, twin);
  }

  /** Sets missing path parameters, ids of other resources and If-Match; undefined if there is no resource. */
  async bind(draft: Draft, { fresh = false, kept }: BindOptions = {}): Promise<Draft | undefined> {
    const bound = await this.#paths.bind(draft, fresh);
    return bound && this.#binder.bind(bound, kept);
  }

  /** Sends a draft to a resource of the pool, again if the first try conflicts. */
  deliver(draft: Draft, options: BindOptions = {}): Promise<Exchange | undefined> {
    return this.#sender.deliver(draft, options);
  }

  /** Completes a draft, with values that cause no conflict as far as this is known. */
  async renew(draft: Draft): Promise<Draft | undefined> {
    const [freshness = 0] = this.conflicts.listLevels(draft.operation);
    return this.bind(this.#sender.freshen(draft, freshness, {}));
  }

  /** Forgets the resource of a draft, so that the next draft is bound to a new one. */
  forgetBound(draft: Draft): void {
    const collection = this.#paths.findBoundCollection(draft);
    if (collection?.create) this.#current.delete(collection);
  }

  /** Whether the id at the end of a path may be that of a resource. */
  knows(path: string): boolean {
    return this.#paths.knows(path);
  }

  /** Returns a resource of a collection; creates one if necessary. */
  provide(collection: Collection): Promise<Resource | undefined> {
    const existing = this.#current.get(collection);
    if (existing) return existing;
    const made = this.#createOrFind(collection);
    this.#current.set(collection, made);
    return made;
  }

  async #createOrFind(collection: Collection): Promise<Resource | undefined> {
    const resource = (await this.create(collection)) ?? (await this.#find(collection));
    if (!resource) this.#failed.add(collection);
    return resource;
  }

  async #provideWithin(
    collection: Collection,
    outer: ReadonlyMap<number, JsonValue>,
  ): Promise<Resource | undefined> {
    const current = await this.provide(collection);
    const isWithin = [...outer].every(([at, id]) => String(current?.segments.get(at)) === String(id));
    if (isWithin) return current;
    const listDrafts: ListDrafts = (operation) => {
      const values = pathValues(operation, outer).filter(([, id]) => id !== undefined);
      return this.#listDrafts(operation).map((draft) => withParameters(draft, values));
    };
    return (await this.create(collection, listDrafts)) ?? this.#find(collection, listDrafts);
  }

  /** Creates a resource. */
  async create(collection: Collection, drafts = this.#listDrafts): Promise<Resource | undefined> {
    const { create } = collection;
    if (!create) return undefined;
    for (const draft of drafts(create).slice(0, MOST_TRIES)) {
      const named = this.#chooseId(collection, draft);
      const exchange = named && (await this.deliver(named));
      const resource = exchange && this.noteCreated(exchange, collection);
      if (resource) return resource;
    }
    return undefined;
  }

  // If clients choose ids, each creation needs a new one.
  #chooseId(collection: Collection, draft: Draft): Draft | undefined {
    if (!hasChosenIds(collection)) return draft;
    const id = this.ids.choose(collection);
    return id === undefined ? undefined : withParameters(draft, [[`path:${collection.parameter}`, id]]);
  }

  /**
   * Remembers the created resource; undefined if its id is unknown. Two keys of a resource, such as `/items/{id}` and
   * `/items/{name}`, are of two collections with the same creation.
   */
  noteCreated(
    exchange: Exchange,
    collection = this.findCollection(exchange.operation),
  ): Resource | undefined {
    if (!collection || !isSuccess(exchange)) return undefined;
    const noted = this.#noted.get(exchange) ?? new Map<Collection, Resource>();
    this.#noted.set(exchange, noted);
    const known = noted.get(collection);
    if (known) return known;
    const segments = sharedSegments(exchange, collection);
    const last = idIndex(collection);
    const id = hasChosenIds(collection) ? segments.get(last) : this.#findCreatedId(exchange, collection);
    if (id === undefined || !this.#isRequestable(collection, id)) return undefined;
    collection.idProperty ??= hasChosenIds(collection)
      ? findIdProperty(bodyValue(exchange), collection, id)
      : undefined;
    segments.set(last, id);
    const resource = { collection, segments, created: exchange };
    // Only 201 reports that the resource is new.
    if (exchange.response.status === 200 && this.#created.has(resourceKey(resource)))
      this.#existing.add(exchange);
    noted.set(collection, resource);
    this.#created.set(resourceKey(resource), { collection, segments });
    this.existingData.noteCreated(resource);
    // Other values than those of the first tries may succeed.
    if (this.#failed.delete(collection)) this.#current.set(collection, Promise.resolve(resource));
    return resource;
  }

  #findCreatedId(exchange: Exchange, collection: Collection): JsonValue | undefined {
    const schema = bodyMediaType(exchange.draft)?.schema;
    const settable = schema ? describedMembers(this.#session.requests, schema).keys() : [];
    return findCreatedId(exchange, collection, settable);
  }

  #isRequestable(collection: Collection, id: JsonValue): boolean {
    return acceptsId(collection.idParameter, id, this.#session.requests);
  }

  /** Whether a creation returned a resource that existed before. */
  isExisting(exchange: Exchange): boolean {
    return this.#existing.has(exchange);
  }

  /** Forgets a resource that was deleted. */
  forget(resource: Resource): void {
    this.#created.delete(resourceKey(resource));
    this.#current.delete(resource.collection);
  }

  /** Forgets the current resource of a path after a deletion. */
  forgetCurrent(path: string): void {
    for (const collection of this.#current.keys()) {
      if (writeTemplate(collection.itemPath) === writeTemplate(path)) this.#current.delete(collection);
    }
  }

  async #find(collection: Collection, listDrafts = this.#listDrafts): Promise<Resource | undefined> {
    const draft = collection.list && listDrafts(collection.list)[0];
    const bound = draft && (await this.bind(draft));
    const exchange = bound && (await this.#session.send(bound));
    const [first] = (exchange && findItems(exchange, this.#session.reader)) ?? [];
    const id = first?.key ?? findId(first?.value, collection) ?? findText(first?.value);
    if (!exchange || id === undefined || !this.#isRequestable(collection, id)) return undefined;
    const segments = sharedSegments(exchange, collection);
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
    this.ids.clear();
    const { transport } = this.#session;
    const depths = new Set(created.map(({ segments }) => segments.size));
    // Inner resources before outer ones.
    for (const depth of [...depths].toSorted((left, right) => right - left)) {
      const requests = created
        .filter(({ segments }) => segments.size === depth)
        .map((resource) => this.#writeDeletion(resource))
        .filter((request) => request !== undefined);
      await transport.tidy(requests);
    }
  }

  #writeDeletion({ collection: { remove }, segments }: Omit<Resource, 'created'>): WireRequest | undefined {
    const template = remove && this.#listDrafts(remove)[0];
    return template && this.#session.write(withParameters(template, pathValues(remove, segments)));
  }
}

// A list of names: each is an id.
function findText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
