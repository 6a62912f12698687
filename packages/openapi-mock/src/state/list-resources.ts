// Answers list operations: filters, pages and the body.
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  type Parameter,
} from '@keyframe/openapi-model';
import {
  type DerivedKind,
  documentsError,
  findJsonMedia,
  findSuccess,
  getMember,
  type ListPlan,
  listItemMembers,
  listPagingNames,
  planList,
  readBody,
} from '@keyframe/openapi-resources';
import { findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { Call, Engine, Outcome } from '../engine.ts';
import { overlay, withMember } from '../json.ts';
import { listFilters, matchesFilters } from './filters.ts';
import { type ListOrder, readOrder, sortItems } from './list-order.ts';
import { fillPageMembers } from './page-members.ts';
import { decodeCursor, encodeCursor, type Page, type PageRequest, selectPage } from './select-page.ts';
import type { Resource } from './world.ts';

/** A resource of a list. */
export type ListedItem = Pick<Resource, 'id' | 'position' | 'value'>;

type ListedKind = Pick<DerivedKind, 'envelope' | 'idNames' | 'source'>;

/** The resources that a list selects from. */
export interface ListedItems {
  /** The newest first. */
  all: readonly ListedItem[];
  /** Finds the position of the resource that has, or had, an id. */
  findPosition: (id: string) => number | undefined;
}

const DEFAULT_LIMIT = 20;

/** Lists resources in the documented form. */
export class ResourceList {
  readonly #engine: Engine;
  readonly #operation: Operation;
  readonly #plan: ListPlan | undefined;
  /** The names of the members that items, or their whole representations, may have. */
  readonly #members: ReadonlySet<string>;

  /** The names that the id of an item may have, the most specific first. */
  readonly #idNames: readonly string[];

  constructor(operation: Operation, engine: Engine, kind: ListedKind) {
    this.#idNames = kind.idNames;
    this.#engine = engine;
    this.#operation = operation;
    this.#plan = planList(engine.schemas, operation);
    const listed = this.#plan ? listItemMembers(engine.schemas, operation, this.#plan) : [];
    this.#members = new Set([...listed, ...listRepresented(kind, engine)]);
  }

  /** Answers with the page that a request is for; undefined if the document describes no list. */
  answer(call: Call, items: ListedItems): Outcome | undefined {
    const plan = this.#plan;
    const media = findJsonMedia(this.#operation);
    if (!plan || !media) return undefined;
    const accepts = this.#engine.bodies.getAcceptor(media);
    const template = this.#engine.bodies.find(media) ?? [];
    const fitting = { template, plan, accepts };
    const { schemas: reader } = this.#engine;
    const { conventions } = reader;
    const order = readOrder(this.#operation, { reader, values: call.parameters, members: this.#members });
    const matches = this.#select(items.all, call, { ...fitting, order });
    // Without a documented error, an unknown cursor leads to the first page.
    const first = { limit: readLimit(call, plan), offset: 0, after: undefined };
    const request =
      readPageRequest(call, plan, items) ?? (documentsError(this.#operation) ? undefined : first);
    const page = request && selectPage(matches, request);
    if (!page) {
      const member = plan.next?.kind === 'parameter' ? plan.next.name : undefined;
      return { status: 400, problem: { message: `${member ?? 'page'}: is unknown`, member } };
    }
    const next = page.hasMore ? this.#describeNext(call, plan, page) : undefined;
    const listed = fitList(this.#fitItems(page.items, fitting), fitting);
    const { start, hasMore, items: pageItems } = page;
    const { firstPage } = plan;
    const facts = {
      total: matches.length,
      count: pageItems.length,
      start,
      limit: request.limit,
      firstPage,
      hasMore,
    };
    // Each member of a map is an item.
    const body = plan.isMap ? listed : fillPageMembers(listed, { plan, facts, next, accepts, conventions });
    const headers: Record<string, string> = {};
    if (plan.next?.kind === 'header' && next !== undefined) headers.link = `<${next}>; rel="next"`;
    return { status: findSuccess(this.#operation), body, headers };
  }

  #describeNext(call: Call, plan: ListPlan, page: Page<ListedItem>): string | number | undefined {
    const { next } = plan;
    const following = plan.page && readNumber(call, plan.page, plan.firstPage) + 1;
    if (next?.kind === 'parameter') {
      if (next.isNumber)
        return this.#engine.schemas.conventions.matches('page', next.name) ? following : page.end;
      const last = page.items.at(-1);
      return next.isId ? last?.id : last && encodeCursor(last.position);
    }
    if (!next) return undefined;
    const url = new URL(call.url);
    if (plan.page) url.searchParams.set(plan.page.name, String(following));
    else if (plan.offset) url.searchParams.set(plan.offset.name, String(page.end));
    else return undefined;
    return `${url.origin}${call.basePath}${url.pathname}${url.search}`;
  }

  // Filters and orders compare what the list shows, too, which examples may complete.
  #select(items: readonly ListedItem[], call: Call, fitting: OrderedFitting): readonly ListedItem[] {
    const { plan, order } = fitting;
    const selecting = new Set([...listPagingNames(plan), ...order.parameters]);
    const filters = listFilters(this.#operation, call.parameters, selecting);
    if (filters.length === 0 && order.keys.length === 0) return items;
    const fittingItems = this.#fitItems(items, fitting);
    const context = { members: this.#members, conventions: this.#engine.schemas.conventions };
    const selected = items
      .map((item, index) => ({
        item,
        position: item.position,
        value: { ...item.value, ...fittingItems[index]?.value },
      }))
      .filter(({ value }) => matchesFilters(value, filters, context));
    return sortItems(selected, order.keys).map(({ item }) => item);
  }

  // An item that the list describes differently from the resource gets the members that both have.
  #fitItems(items: readonly ListedItem[], fitting: Fitting): ShownItem[] {
    const { template, plan } = fitting;
    const listed = Object.values(Object(getMember(template, plan.items))) as JsonValue[];
    const example = listed.find(isJsonObject);
    return items.map(({ id, value }) => {
      const isFitting = (item: JsonObject) => acceptsItem({ id, value: item }, fitting);
      if (isFitting(value) || !example) return { id, value };
      const members = Object.entries(value).filter(([name]) => Object.hasOwn(example, name));
      const changes = { ...this.#nameItem(example, id), ...Object.fromEntries(members) };
      return { id, value: overlay(example, changes, isFitting) };
    });
  }

  // A resource that does not show its own id does so in a list.
  #nameItem(example: JsonObject, id: string): JsonObject {
    const name = this.#idNames.find((candidate) => ['string', 'number'].includes(typeof example[candidate]));
    return name === undefined ? {} : { [name]: typeof example[name] === 'number' ? Number(id) : id };
  }
}

function listRepresented({ source, envelope }: ListedKind, { schemas }: Engine): Iterable<string> {
  const body = source && readBody(schemas, findJsonMedia(source));
  return body ? mergeProperties(findNodes([body], envelope.path)).keys() : [];
}

// Undefined for a cursor that the mock has not written.
function readPageRequest(call: Call, plan: ListPlan, items: ListedItems): PageRequest | undefined {
  const limit = readLimit(call, plan);
  const { next, page, firstPage } = plan;
  const cursor =
    next?.kind === 'parameter' ? call.parameters.get(`${next.location}:${next.name}`) : undefined;
  if (typeof cursor === 'string') {
    const isId = next?.kind === 'parameter' && next.isId;
    const after = isId ? findPosition(items, cursor) : decodeCursor(cursor);
    const isKnown = after !== undefined && call.world.hasPosition(after);
    return isKnown ? { limit, offset: 0, after } : undefined;
  }
  if (page) {
    const skipped = Math.max(readNumber(call, page, firstPage) - firstPage, 0);
    return { limit, offset: skipped * limit, after: undefined };
  }
  const offset = typeof cursor === 'number' ? cursor : readNumber(call, plan.offset, 0);
  return { limit, offset, after: undefined };
}

function findPosition({ all, findPosition: findFormer }: ListedItems, id: string): number | undefined {
  return all.find((item) => item.id === id)?.position ?? findFormer(id);
}

function readLimit(call: Call, plan: ListPlan): number {
  return Math.max(readNumber(call, plan.limit, findDefaultLimit(plan)), 0);
}

// A list that cannot be continued contains everything.
function findDefaultLimit({ limit, defaultLimit, page, offset, next }: ListPlan): number {
  if (defaultLimit !== undefined) return defaultLimit;
  const hasPages = next?.kind === 'parameter' || [limit, page, offset].some((one) => one !== undefined);
  return hasPages ? DEFAULT_LIMIT : Number.POSITIVE_INFINITY;
}

function readNumber({ parameters }: Call, parameter: Parameter | undefined, standard: number): number {
  const value = parameter && Number(parameters.get(`${parameter.location}:${parameter.name}`) ?? standard);
  return value === undefined || !Number.isFinite(value) ? standard : value;
}

interface OrderedFitting extends Fitting {
  order: ListOrder;
}

/** The body that items are put into. */
interface Fitting {
  template: JsonValue;
  plan: ListPlan;
  accepts: (value: JsonValue) => boolean;
}

/** An item as the list shows it. */
type ShownItem = Pick<ListedItem, 'id' | 'value'>;

function writeItems({ template, plan }: Fitting, items: readonly ShownItem[]): JsonValue {
  const values = items.map(({ value }) => value);
  const list = plan.isMap ? Object.fromEntries(items.map(({ id, value }) => [id, value])) : values;
  return withMember(template, plan.items, list);
}

// A list may require several items: those of the template are next to this one.
function acceptsItem(item: ShownItem, fitting: Fitting): boolean {
  const { template, plan, accepts } = fitting;
  const listed = getMember(template, plan.items);
  const furtherValues = Array.isArray(listed) ? listed.slice(1).filter(isJsonObject) : [];
  return accepts(writeItems(fitting, [item, ...furtherValues.map((value) => ({ id: '', value }))]));
}

// Without the items that the list cannot show; if it may not be shorter, as documented.
function fitList(items: readonly ShownItem[], fitting: Fitting): JsonValue {
  const { template, accepts } = fitting;
  const whole = writeItems(fitting, items);
  if (accepts(whole)) return whole;
  const fittingItems = items.filter((item) => acceptsItem(item, fitting));
  return [writeItems(fitting, fittingItems), template].find(accepts) ?? whole;
}
