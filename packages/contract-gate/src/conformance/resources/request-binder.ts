// Completes requests with what only the server knows: ids of other resources and the ETag of the resource.

import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { findPrecondition, type IdSources, listOuterPaths, writeTemplate } from '@keyframe/openapi-resources';
import {
  bodyMediaType,
  type Draft,
  parameterKey,
  pathParameters,
  sentObject,
  sentValue,
  withBodyValue,
  withParameters,
} from '../requests/draft.ts';
import { isWithinPath } from '../requests/json-paths.ts';
import type { KeptPart } from '../requests/kept-part.ts';
import { replaceValue } from '../schema/variants/variants.ts';
import { type Exchange, isSuccess, type Session } from '../session/session.ts';
import type { Collection } from './collections.ts';
import { listServerMembers } from './described-properties.ts';
import { type Reference, References } from './references.ts';
import { listRepeatedParameters } from './repeated-parameters.ts';
import { Versions } from './versions.ts';

/** Lists the valid drafts of an operation, the most promising first. */
export type ListDrafts = (operation: Operation) => readonly Draft[];

/** The sources of the ids of requests. */
export interface IdOptions {
  session: Session;
  /** Collections whose resources can be created or found. */
  collections: readonly Collection[];
  sources: IdSources<Collection>;
  listDrafts: ListDrafts;
}

export interface RequestBinderOptions extends IdOptions {
  /** Returns the id of an existing resource. */
  provideId: (collection: Collection) => Promise<JsonValue | undefined>;
}

/** Sets ids and ETags in requests. */
export class RequestBinder {
  readonly #options: RequestBinderOptions;
  readonly #references: References;
  readonly #versions = new Versions();
  readonly #needs = new Map<Collection, ReadonlySet<Collection>>();

  constructor(options: RequestBinderOptions) {
    this.#options = options;
    this.#references = new References(options.collections);
  }

  /** Remembers the ETag of a response. */
  note(exchange: Exchange): void {
    this.#versions.note(exchange, this.#options.session.findResource(exchange));
  }

  /** Whether a part of a draft refers to another resource. */
  isReference(draft: Draft, { body, parameter }: KeptPart): boolean {
    return this.#references
      .list(draft)
      .some(({ slot }) =>
        slot.kind === 'parameter' ? slot.key === parameter : body?.join('\n') === slot.path.join('\n'),
      );
  }

  /** Whether a sent draft has an id that was not replaced by one of a resource, and that its twin does not have. */
  hasUnknownId(template: Draft, sent: Draft, twin?: Draft): boolean {
    const listValues = (draft: Draft | undefined) =>
      new Map(draft && this.#references.list(draft).map(({ slot, value }) => [JSON.stringify(slot), value]));
    const [before, twinValues] = [listValues(template), listValues(twin)];
    return [...listValues(sent)].some(([slot, id]) => before.get(slot) === id && twinValues.get(slot) !== id);
  }

  /** Sets references to existing resources and a required If-Match. */
  async bind(draft: Draft, kept: KeptPart = {}): Promise<Draft> {
    let bound = draft;
    for (const reference of this.#references.list(draft)) {
      if (isKept(reference, kept) || this.#isChosen(draft, reference)) continue;
      if (this.isCircular(draft.operation, reference.collection)) continue;
      const id = await this.#options.provideId(reference.collection);
      if (id !== undefined) bound = this.#replace(bound, reference, id);
    }
    const repeated = this.#bindRepeated(bound, kept);
    return this.#bindVersion(await this.#bindServerMembers(repeated, kept), kept);
  }

  // A server may reject a body that has another id than its path.
  #bindRepeated(draft: Draft, { body: kept }: KeptPart): Draft {
    let bound = draft;
    for (const { path, value, inPath } of listRepeatedParameters(draft, this.#options.session.conventions))
      if (!isWithinPath(path, kept))
        bound = this.#replace(bound, { slot: { kind: 'body', path }, value }, inPath);
    return bound;
  }

  // A check chooses the values of filters itself.
  #isChosen({ operation, parameters }: Draft, { slot }: Reference): boolean {
    if (slot.kind === 'body') return false;
    const value = parameters.get(slot.key);
    return this.#options.listDrafts(operation).every((one) => one.parameters.get(slot.key) !== value);
  }

  #replace(draft: Draft, { slot, value }: Omit<Reference, 'collection'>, id: JsonValue): Draft {
    const { requests: space } = this.#options.session;
    const fitting = typeof value === 'string' ? String(id) : id;
    if (slot.kind === 'parameter') {
      const schema = draft.operation.parameters.find((one) => parameterKey(one) === slot.key)?.schema;
      const isSame = !schema || space.accepts(schema, value) === space.accepts(schema, fitting);
      return isSame ? withParameters(draft, [[slot.key, fitting]]) : draft;
    }
    const sent = sentValue(draft);
    if (sent === undefined) return draft;
    const changed = replaceValue(sent, slot.path, fitting);
    const schema = bodyMediaType(draft)?.schema;
    const isSame = !schema || space.accepts(schema, sent) === space.accepts(schema, changed);
    return isSame ? withBodyValue(draft, changed) : draft;
  }

  /** Whether a resource that is needed to create another one needs that one itself. */
  isCircular({ path, method }: Operation, target: Collection): boolean {
    const made = this.#options.collections.filter(({ create, list }) =>
      [create, list].some((one) => one?.path === path && one.method === method),
    );
    return made.some((collection) => collection === target || this.#reaches(target, collection));
  }

  #reaches(from: Collection, target: Collection): boolean {
    const seen = new Set([from]);
    for (const collection of seen) {
      for (const needed of this.#listNeeds(collection)) seen.add(needed);
    }
    return seen.has(target) && from !== target;
  }

  #listNeeds(collection: Collection): ReadonlySet<Collection> {
    const cached = this.#needs.get(collection);
    if (cached) return cached;
    const { collections, listDrafts } = this.#options;
    const operations = [collection.create, collection.list].filter((one) => one !== undefined);
    const referred = operations.flatMap((operation) =>
      listDrafts(operation).flatMap((draft) => this.#references.list(draft)),
    );
    const outer = collections.filter(({ itemPath }) =>
      // A list may have the path of a resource: `/books/{book}` lists the pages of `/books/{book}/{page}`.
      operations.some(({ resourcePath }) =>
        `${writeTemplate(resourcePath)}/`.startsWith(`${writeTemplate(itemPath)}/`),
      ),
    );
    const elsewhere = operations.flatMap(({ resourcePath }) => this.#listSources(resourcePath));
    const needs = new Set([...referred.map((one) => one.collection), ...outer, ...elsewhere]);
    needs.delete(collection);
    this.#needs.set(collection, needs);
    return needs;
  }

  #listSources(path: string): Collection[] {
    const { collections, sources } = this.#options;
    const isKnown = (outer: string) =>
      collections.some(({ itemPath }) => writeTemplate(itemPath) === writeTemplate(outer));
    return listOuterPaths(`${path}/`)
      .filter((outer) => !isKnown(outer))
      .flatMap((outer) => sources.list(outer).map(({ kind }) => kind));
  }

  // A required `version`, which only the server sets, is that of the last read.
  async #bindServerMembers(draft: Draft, { body: kept }: KeptPart): Promise<Draft> {
    const { session, collections } = this.#options;
    const { operation } = draft;
    const collection = collections.find(({ patch, put }) => operation === patch || operation === put);
    const names = collection ? listServerMembers(session, collection, operation) : [];
    if (names.length === 0) return draft;
    const representation = await this.#readResource(draft);
    let bound = draft;
    for (const name of names) {
      const [current, value] = [representation?.[name], sentObject(bound)?.[name]];
      if (current === undefined || value === undefined || isWithinPath([name], kept)) continue;
      bound = this.#replace(bound, { slot: { kind: 'body', path: [name] }, value }, current);
    }
    return bound;
  }

  async #readResource(draft: Draft): Promise<JsonObject | undefined> {
    const { target } = this.#options.session.write(draft);
    const stored = this.#versions.findResource(target);
    if (stored !== undefined) return stored;
    await this.#read(draft);
    return this.#versions.findResource(target);
  }

  async #bindVersion(draft: Draft, { parameter: kept }: KeptPart): Promise<Draft> {
    const { session } = this.#options;
    const condition = findPrecondition(draft.operation);
    const key = condition && parameterKey(condition);
    const value = key === undefined ? undefined : draft.parameters.get(key);
    if (!condition?.schema || !key || key === kept || value === undefined) return draft;
    if (!session.requests.accepts(condition.schema, value)) return draft;
    const tag = await this.#findVersion(draft);
    return tag !== undefined && session.requests.accepts(condition.schema, tag)
      ? withParameters(draft, [[key, tag]])
      : draft;
  }

  async #findVersion(draft: Draft): Promise<string | undefined> {
    const { target } = this.#options.session.write(draft);
    const version = this.#versions.find(target);
    if (version !== undefined) return version;
    const exchange = await this.#read(draft);
    return exchange && isSuccess(exchange) ? this.#versions.find(target) : undefined;
  }

  async #read(draft: Draft): Promise<Exchange | undefined> {
    const { session, listDrafts } = this.#options;
    const { path } = draft.operation;
    const read = session.model.operations.find((one) => one.path === path && one.method === 'get');
    const template = read && listDrafts(read)[0];
    return template && session.send(withParameters(template, pathParameters(draft)));
  }

  /** Forgets the ETag of the resource that a request was sent to. */
  forgetVersion({ request }: Pick<Exchange, 'request'>): void {
    this.#versions.forget(request.target);
  }
}

function isKept({ slot }: Reference, { body, parameter }: KeptPart): boolean {
  return slot.kind === 'parameter' ? slot.key === parameter : isWithinPath(slot.path, body);
}
