// Sends requests about the resources of one collection.

import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import { createRandom } from '@keyframe/openapi-schema/values';
import { type Draft, pathParameters, sentObject, withParameters } from '../requests/draft.ts';
import { freshen } from '../requests/freshen.ts';
import type { KeptPart } from '../requests/kept-part.ts';
import { hasChosenIds } from '../resources/chosen-ids.ts';
import type { Collection } from '../resources/collections.ts';
import { idIndex, pathValues, type Resource, resourceKey } from '../resources/resource.ts';
import { type Exchange, isSuccess } from '../session/session.ts';
import type { WireRequest } from '../wire/wire.ts';
import { isReturnedAs } from './compare.ts';
import type { RunContext } from './context.ts';

const PRECEDING_REQUESTS = 3;

/** A resource as a response represents it. */
export interface Representation {
  exchange: Exchange;
  value: JsonObject;
}

/** Values of parameters that limit a list, by their keys. */
export type ListScope = readonly (readonly [key: string, value: JsonValue])[];

/** How a request about a resource is sent. */
export interface SendResourceOptions {
  /** The best draft of the operation by default. */
  draft?: Draft;
  /** Replaces the headers of the first owner. */
  headers?: Readonly<Record<string, string>>;
  /** The part that is not bound to another resource. */
  kept?: KeptPart | undefined;
}

/** Sends requests about one collection and remembers those that may have changed a resource. */
export class ResourceClient {
  readonly context: RunContext;
  readonly collection: Collection;
  /** Query parameters that limit the list to the resource which the created ones belong to. */
  listScope: ListScope = [];
  readonly #history: WireRequest[] = [];
  readonly #updates = new Map<string, JsonObject[]>();

  constructor(context: RunContext, collection: Collection) {
    this.context = context;
    this.collection = collection;
  }

  /** Sends a draft of an operation with the path parameters of a resource; undefined if it cannot be sent. */
  async send(
    operation: Operation | undefined,
    resource: Pick<Resource, 'segments'> & Partial<Resource>,
    { draft, headers, kept }: SendResourceOptions = {},
  ): Promise<Exchange | undefined> {
    const template = draft ?? (operation && this.context.plans.best(operation)[0]);
    if (!operation || !template) return undefined;
    const bound = withParameters(template, [
      ...pathValues(operation, resource.segments),
      ...createdPathValues(operation, resource.created),
    ]);
    const complete = await this.context.pool.bind(bound, { kept });
    if (!complete) return undefined;
    const before = this.#history.slice(-PRECEDING_REQUESTS);
    const exchange = await this.context.session.send(complete, { ...(headers ? { headers } : {}), before });
    if (exchange && operation.method !== 'get') this.#history.push(exchange.request);
    return exchange;
  }

  /** Creates a resource; texts without a fixed value get new values. */
  async create(
    draft: Draft,
    parent: ReadonlyMap<number, JsonValue> | undefined,
  ): Promise<Resource | undefined> {
    const { create } = this.collection;
    const { session, pool } = this.context;
    if (!create) return undefined;
    const segments = new Map(parent ?? []);
    let exchange: Exchange | undefined;
    for (const freshness of pool.conflicts.listLevels(create, 1)) {
      if (hasChosenIds(this.collection)) {
        const id = pool.ids.choose(this.collection);
        if (id === undefined) return undefined;
        segments.set(idIndex(this.collection), id);
      }
      const random = createRandom(session.options.seed + session.transport.sent);
      const fresh = freshen(draft, session, { random, freshness });
      exchange = await this.send(create, { segments }, { draft: fresh });
      if (exchange?.response.status === 409) continue;
      pool.conflicts.note(create, freshness);
      break;
    }
    return exchange && pool.noteCreated(exchange, this.collection);
  }

  /** Sends an update, with other values if they conflict with those of another resource. */
  async update(operation: Operation, resource: Resource, draft: Draft): Promise<Exchange | undefined> {
    const { session, pool } = this.context;
    let exchange = await this.send(operation, resource, { draft });
    for (const freshness of pool.conflicts.listLevels(operation, 1)) {
      if (exchange?.response.status !== 409) break;
      const fresh = freshen(draft, session, { random: session.unrepeatable(), freshness });
      exchange = await this.send(operation, resource, { draft: fresh });
    }
    const sent = exchange && isSuccess(exchange) ? sentObject(exchange.draft) : undefined;
    if (sent) this.#updates.set(resourceKey(resource), [...this.#listUpdates(resource), sent]);
    return exchange;
  }

  #listUpdates(resource: Resource): JsonObject[] {
    return this.#updates.get(resourceKey(resource)) ?? [];
  }

  /** Whether the creation or an update of a resource set a property to a value. */
  wasSent(resource: Resource, name: string, value: JsonValue | undefined): boolean {
    const creation = resource.created && sentObject(resource.created.draft);
    return [...(creation ? [creation] : []), ...this.#listUpdates(resource)].some(
      (sent) => Object.hasOwn(sent, name) && isReturnedAs(sent[name], value),
    );
  }

  /** Reads a resource; undefined if the request fails or returns no object. */
  async read(resource: Pick<Resource, 'segments'>): Promise<Representation | undefined> {
    const exchange = await this.send(this.collection.read, resource);
    const value = exchange && isSuccess(exchange) ? this.unwrap(exchange) : undefined;
    return exchange && value ? { exchange, value } : undefined;
  }

  /** Finds the resource in a response. */
  unwrap(exchange: Exchange): JsonObject | undefined {
    return this.context.session.findResource(exchange);
  }

  /** Whether the server may change a property by itself. */
  isVolatile(name: string): boolean {
    return this.context.session.conventions.matches('volatile', name);
  }

  /** The last requests that may have changed a resource, without that of the exchange. */
  requestsBefore({ request }: Exchange): WireRequest[] {
    return this.#history.filter((one) => one !== request).slice(-PRECEDING_REQUESTS);
  }
}

// A resource that was created at a nested path is listed at the same path.
function createdPathValues({ path }: Operation, created: Exchange | undefined): [string, JsonValue][] {
  if (!created || created.operation.path !== path) return [];
  return pathParameters(created.draft);
}

/** Selects the draft with the most properties that are not null, which shows whether they are stored, and the smallest one. */
export function findExtremes(drafts: readonly Draft[]): { fullest: Draft; smallest: Draft } | undefined {
  const countProperties = (draft: Draft) => Object.keys(sentObject(draft) ?? {}).length;
  const countValues = (draft: Draft) =>
    Object.values(sentObject(draft) ?? {}).filter((value) => value !== null).length;
  const [smallest] = drafts.toSorted((left, right) => countProperties(left) - countProperties(right));
  const fullest = drafts.toSorted((left, right) => countValues(left) - countValues(right)).at(-1);
  return smallest && fullest ? { smallest, fullest } : undefined;
}
