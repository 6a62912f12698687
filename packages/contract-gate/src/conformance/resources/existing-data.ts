// Protects the data that existed before the run: a request that changes or deletes a resource is only sent if the run
// created the resource, or if it does not exist.
import { findValueSchema, isJsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import {
  listOuterPaths,
  type StartedWork,
  simplifyReference,
  type Work,
  writeTemplate,
} from '@keyframe/openapi-resources';
import { isSafe } from '../destructive.ts';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { ExchangeFailedError } from '../wire/exchange-failed-error.ts';
import { acceptsId } from './accepts-id.ts';
import { hasChosenIds } from './chosen-ids.ts';
import type { Collection } from './collections.ts';
import { type ReferenceSlot, References } from './references.ts';
import type { IdOptions } from './request-binder.ts';
import { idIndex, pathValues, type Resource } from './resource.ts';

export interface ExistingDataOptions extends IdOptions {
  works: readonly Work[];
}

/** An id in a path, and the path that ends with it. */
interface PathId {
  path: string;
  value: JsonValue;
  isValid: boolean;
}

const CHANGES = ['put', 'patch', 'delete'] as const;

/** Decides which resources the run may change. */
export class ExistingData {
  readonly #options: ExistingDataOptions;
  // All of the run, as texts: also of resources that were deleted.
  readonly #created = new Map<Collection, Set<string>>();
  // Ids of work by the paths of their readers.
  readonly #started = new Map<string, ReadonlySet<string>>();
  readonly #missing = new Map<string, Promise<boolean>>();
  readonly #leftAlone = new Set<Operation>();
  readonly #references: References;

  constructor(options: ExistingDataOptions) {
    this.#options = options;
    this.#references = new References(options.collections);
  }

  /** Operations with requests that were not sent. */
  get leftAlone(): ReadonlySet<Operation> {
    return this.#leftAlone;
  }

  /** Remembers a resource that the run created. */
  noteCreated({ collection, segments }: Pick<Resource, 'collection' | 'segments'>): void {
    const ids = this.#created.get(collection) ?? new Set();
    this.#created.set(collection, ids.add(String(segments.get(idIndex(collection)))));
  }

  /** Remembers work that the run started. */
  noteStarted({ work, parameters }: StartedWork): void {
    const path = writeTemplate(listOuterPaths(`${work.reader.resourcePath}/`).at(-1) ?? '');
    const ids = work.idArguments.map((name) => parameters[`path.${name}`]).filter((id) => id !== undefined);
    this.#started.set(path, new Set([...(this.#started.get(path) ?? []), ...ids]));
  }

  /** Whether the run created a resource with this id. */
  hasCreated(collection: Collection, id: JsonValue): boolean {
    return this.#created.get(collection)?.has(String(id)) ?? false;
  }

  /** Whether a draft may be sent with a method. */
  async permits(draft: Draft, method: string): Promise<boolean> {
    const isPermitted = await this.#isHarmless(draft, method.toLowerCase());
    if (!isPermitted) this.#leftAlone.add(draft.operation);
    return isPermitted;
  }

  async #isHarmless(draft: Draft, method: string): Promise<boolean> {
    const { operation } = draft;
    const { session, collections } = this.#options;
    if (isSafe({ method: method as Operation['method'] }) || session.options.existingData) return true;
    const isCreation = collections.some((one) => one.create === operation && !hasChosenIds(one));
    // `PUT /imports` starts new work, and changes no import.
    const isStart =
      this.#options.works.some(({ start }) => start === operation) && !operation.path.includes('{');
    if ((isCreation || isStart) && method === operation.method) return true;
    const ids = this.#listIds(draft);
    if (ids.length === 0) return this.#isHarmlessWithoutIds(draft, method);
    if (ids.some((id) => this.#isOfRun(id))) return true;
    for (const id of ids.toReversed()) if (await this.#isMissing(draft, id)) return true;
    return false;
  }

  async #isHarmlessWithoutIds(draft: Draft, method: string): Promise<boolean> {
    const { path, resourcePath, resourceMethod } = draft.operation;
    const isChange = (method === draft.operation.method ? resourceMethod : method) !== 'post';
    const references = this.#references.list(draft);
    // The creation of an order may refer to any customer.
    const changed = references.filter(({ slot }) => isChange || isNamedById(slot));
    for (const { collection, value } of changed)
      if (!this.hasCreated(collection, value) && !(await this.#lacks(collection, value))) return false;
    return (
      changed.length > 0 ||
      !this.#isSingleton(path, method) ||
      this.#isMissing(draft, { path: resourcePath, value: '', isValid: true })
    );
  }

  // Settings and the like exist once: nobody creates them.
  #isSingleton(path: string, method: string): boolean {
    const { operations } = this.#options.session.model;
    const methods = operations.filter((one) => one.path === path).map((one) => one.method);
    const isChanged = CHANGES.some((change) => methods.includes(change));
    return CHANGES.some((change) => change === method) && isChanged && !methods.includes('post');
  }

  // The outer ids of a nested resource are unknown.
  #lacks(collection: Collection, value: JsonValue): Promise<boolean> {
    const { read, itemPath, parameter } = collection;
    const { session, listDrafts } = this.#options;
    const template = read && listDrafts(read)[0];
    if (!template || listOuterPaths(itemPath).length > 0) return Promise.resolve(false);
    const isValid = acceptsId(collection.idParameter, value, session.requests);
    return this.#findMissing(withParameters(template, [[`path:${parameter}`, value]]), isValid);
  }

  #listIds(draft: Draft): PathId[] {
    const { requests } = this.#options.session;
    const { parameters, resourcePath } = draft.operation;
    const paths = listOuterPaths(`${resourcePath}/`);
    const ids = paths.map((outer, index) => {
      const name = outer.slice(outer.lastIndexOf('{') + 1, -1);
      const parameter = parameters.find((one) => one.location === 'path' && one.name === name);
      const value = draft.parameters.get(`path:${name}`);
      const { schema } = (parameter && findValueSchema(parameter)) ?? {};
      // A version or a format is no id.
      const isChoice = isJsonObject(schema) && ('enum' in schema || 'const' in schema);
      if (value === undefined || (isChoice && index < paths.length - 1)) return undefined;
      return { path: outer, value, isValid: acceptsId(parameter, value, requests) };
    });
    return ids.filter((id) => id !== undefined);
  }

  // An id of a path may be that of a resource elsewhere.
  #isOfRun({ path, value }: PathId): boolean {
    const { collections, sources } = this.#options;
    if (this.#started.get(writeTemplate(path))?.has(String(value))) return true;
    const direct = collections.filter(({ itemPath }) => writeTemplate(itemPath) === writeTemplate(path));
    const elsewhere = sources.list(path).map(({ kind }) => kind);
    return [...direct, ...elsewhere].some((collection) => this.hasCreated(collection, value));
  }

  #isMissing(draft: Draft, { path, isValid }: PathId): Promise<boolean> {
    const { session, listDrafts } = this.#options;
    const read = session.model.operations.find(
      (one) => one.method === 'get' && writeTemplate(one.resourcePath) === writeTemplate(path),
    );
    const template = read && listDrafts(read)[0];
    if (!template) return Promise.resolve(false);
    const tokens = draft.operation.resourcePath.split('/');
    const segments = new Map(
      draft.operation.parameters
        .filter(({ location }) => location === 'path')
        .map((one) => [tokens.indexOf(`{${one.name}}`), draft.parameters.get(parameterKey(one))] as const)
        .filter((entry): entry is [number, JsonValue] => entry[1] !== undefined),
    );
    return this.#findMissing(withParameters(template, pathValues(read, segments)), isValid);
  }

  #findMissing(query: Draft, isValid: boolean): Promise<boolean> {
    const { target } = this.#options.session.write(query);
    const isMissing = this.#missing.get(target) ?? this.#readMissing(query, isValid);
    this.#missing.set(target, isMissing);
    return isMissing;
  }

  // A server may reject an id that its schema forbids with any status.
  async #readMissing(query: Draft, isValid: boolean): Promise<boolean> {
    const { session } = this.#options;
    try {
      const { status } = await session.transport.send(session.write(query));
      return status === 404 || status === 410 || (!isValid && (status === 400 || status === 422));
    } catch (error) {
      if (!(error instanceof ExchangeFailedError)) throw error;
      return false;
    }
  }
}

function isNamedById(slot: ReferenceSlot): boolean {
  const name = slot.kind === 'body' ? slot.path.findLast((token) => typeof token === 'string') : slot.key;
  return simplifyReference(String(name).replace(/^.*:/, '')) === 'id';
}
