// Observations of resources, for the checks of sequences.
import type { JsonObject, Operation } from '@keyframe/openapi-model';
import type { Draft } from '../requests/draft.ts';
import type { Resource } from '../resources/resource.ts';
import type { Exchange } from '../session/session.ts';
import type { ListClient } from './list-client.ts';
import type { Page } from './pager.ts';
import type { Representation, ResourceClient } from './resource-client.ts';
import type { StateViolation } from './state-check.ts';

/** The response to a request about a resource. */
export interface ObservedExchange {
  client: ResourceClient;
  operation: Operation;
  exchange: Exchange;
}

/** A representation of a created resource: the response to its creation, or a later read. */
export interface CreatedRepresentation extends ObservedExchange {
  /** The creation itself; `exchange` may be a later read. */
  creation: Pick<Exchange, 'draft'>;
  /** The sent object; undefined if the request had none. */
  sent: JsonObject | undefined;
  /** The response to the creation, if this is a later read. */
  created: JsonObject | undefined;
  value: JsonObject;
}

/** A successful update with a read before and after it. */
export interface ObservedUpdate extends ObservedExchange {
  resource: Resource;
  draft: Draft;
  sent: JsonObject;
  before: Representation;
  after: Representation;
}

/** A resource that another request must not have changed. */
export interface UnchangedResource extends Pick<ObservedUpdate, 'client' | 'operation' | 'before' | 'after'> {
  /** The properties to compare. */
  names: readonly string[];
}

/** A list that was requested, and its pages. */
export interface ObservedPages {
  client: ResourceClient;
  list: ListClient;
  pages: readonly Page[];
}

/** All pages of a list, or those that a filter selects. */
export interface ObservedList extends ObservedPages {
  /** Ids that the pages must contain. */
  expectedIds: readonly string[];
  /** Maximum number of items per page; undefined if the request had no limit. */
  size: number | undefined;
}

/** A list with a filter, and the items that it selects. */
export interface FilteredList extends ObservedPages {
  /** The filter, for people: `` `status` ``. */
  filter: string;
  /** The condition of the filter, for people. */
  condition: string;
  /** Formats the relevant property of an item. */
  describe: (item: JsonObject) => string;
  /** Whether the filter must exclude an item. */
  isExcluded: (item: JsonObject) => boolean;
  /** Whether the filter must include an item. */
  isIncluded: (item: JsonObject) => boolean;
  /** All items without the filter. */
  allItems: readonly JsonObject[];
  /** Reads all items again and counts the included ones that have not changed. */
  countUnchanged: () => Promise<number>;
}

/** A filter that returned an unexpected number or set of items. */
export interface FilterMismatch
  extends Pick<StateViolation, 'exchange' | 'message' | 'expected' | 'received'> {
  client: ResourceClient;
  list: ListClient;
}
