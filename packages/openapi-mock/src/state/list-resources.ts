// Answers list operations: filters, pages and the body.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import type { Call, Engine, Outcome } from '../engine.ts';
import { getMember, overlay, withMember } from '../json.ts';
import { documentsError, findJsonMedia, findSuccess } from '../response/responses.ts';
import { matchesFilters } from './filters.ts';
import { type ListPlan, listItemMembers, planList } from './list-plan.ts';
import { decodeCursor, encodeCursor, type Page, selectPage } from './select-page.ts';

/** An item of a list, and the key that cursors name it by. */
export interface ListedItem {
  key: string;
  value: JsonObject;
}

const DEFAULT_LIMIT = 20;
const TOTALS = /^(?:total|total_?(?:count|items|results|elements|size|records)|count)$/i;
const OTHER_PAGES =
  /^(?:next|prev|previous)(?:_?(?:page|cursor|token|link|url|uri|href))*$|^(?:continuation|page)_?token$|^(?:start|end)?_?cursor$/i;
const COUNTS = /^(?:size|number_?of_?(?:items|elements)|returned)$/i;

/** Lists resources in the documented form. */
export class ResourceList {
  readonly #engine: Engine;
  readonly #operation: Operation;
  readonly #plan: ListPlan | undefined;
  /** The names of the members that items may have. */
  readonly #members: ReadonlySet<string>;

  /** The names that the id of an item may have, the most specific first. */
  readonly #idNames: readonly string[];

  constructor(operation: Operation, engine: Engine, idNames: readonly string[]) {
    this.#idNames = idNames;
    this.#engine = engine;
    this.#operation = operation;
    const media = findJsonMedia(operation);
    this.#plan = planList(engine.schemas, operation, media);
    this.#members = this.#plan ? listItemMembers(engine.schemas, media, this.#plan) : new Set();
  }

  /** Answers with the page that a request is for; undefined if the document describes no list. */
  answer(call: Call, items: readonly ListedItem[]): Outcome | undefined {
    const plan = this.#plan;
    const media = findJsonMedia(this.#operation);
    if (!plan || !media) return undefined;
    const accepts = this.#engine.bodies.getAcceptor(media);
    const template = this.#engine.bodies.find(media) ?? [];
    const fitting = { template, plan, accepts };
    const found = this.#filter(items, call, fitting);
    const request = readPageRequest(call, plan);
    const getKey = ({ key }: ListedItem) => key;
    const selected = request && selectPage(found, request, getKey);
    // Without a documented error, an unknown cursor leads to the first page.
    const page =
      selected || documentsError(this.#operation)
        ? selected
        : selectPage(found, { limit: readLimit(call, plan), offset: 0, after: undefined }, getKey);
    if (!page) {
      const member = plan.next?.kind === 'parameter' ? plan.next.name : undefined;
      return { status: 400, problem: { message: `${member ?? 'page'}: is unknown`, member } };
    }
    const next = page.hasMore ? this.#describeNext(call, plan, page) : undefined;
    const listed = fitList(this.#fitItems(page.items, fitting), fitting);
    const body = fillPageMembers(listed, { plan, page, total: found.length, next, accepts });
    const headers: Record<string, string> = {};
    if (plan.next?.kind === 'header' && next !== undefined) headers.link = `<${next}>; rel="next"`;
    return { status: findSuccess(this.#operation), body, headers };
  }

  #describeNext(call: Call, plan: ListPlan, page: Page<ListedItem>): string | number | undefined {
    const { next } = plan;
    const last = page.items.at(-1)?.key ?? '';
    if (next?.kind === 'parameter') {
      if (next.isId) return last;
      return next.isNumber ? this.#countNext(call, plan, page) : encodeCursor(last);
    }
    if (!next) return undefined;
    const url = new URL(call.url);
    if (plan.page) url.searchParams.set(plan.page.name, String(readNumber(call, plan.page.name, 1) + 1));
    else if (plan.offset) url.searchParams.set(plan.offset.name, String(page.end));
    else return undefined;
    return `${url.origin}${call.basePath}${url.pathname}${url.search}`;
  }

  #countNext(call: Call, { next }: ListPlan, page: Page<ListedItem>): number {
    const name = next?.kind === 'parameter' ? next.name : '';
    return /page/i.test(name) ? readNumber(call, name, 1) + 1 : page.end;
  }

  // Filters compare what the list shows, too, which examples may complete.
  #filter(items: readonly ListedItem[], call: Call, fitting: Fitting): readonly ListedItem[] {
    const { limit, page, offset, next } = fitting.plan;
    const paging = new Set([limit, page, offset, next].map((one) => one && 'name' in one && one.name));
    const hasFilter = this.#operation.parameters.some(
      ({ location, name }) =>
        location === 'query' && !paging.has(name) && call.parameters.has(`query:${name}`),
    );
    const shown = hasFilter ? this.#fitItems(items, fitting) : [];
    return items.filter(({ value }, index) =>
      matchesFilters({ ...value, ...shown[index] }, call, this.#members),
    );
  }

  // An item that the list describes differently from the resource gets the members that both have.
  #fitItems(items: readonly ListedItem[], { template, plan, accepts }: Fitting): JsonObject[] {
    const isFitting = (item: JsonValue) => accepts(withMember(template, plan.items, [item]));
    const listed = getMember(template, plan.items);
    const example = Array.isArray(listed) ? listed.find(isJsonObject) : undefined;
    return items.map(({ key, value }) => {
      if (isFitting(value) || !example) return value;
      const known = Object.entries(value).filter(([name]) => Object.hasOwn(example, name));
      return overlay(example, { ...this.#nameItem(example, key), ...Object.fromEntries(known) }, isFitting);
    });
  }

  // A resource that does not show its own id does so in a list.
  #nameItem(example: JsonObject, key: string): JsonObject {
    const name = this.#idNames.find((one) => ['string', 'number'].includes(typeof example[one]));
    return name === undefined ? {} : { [name]: typeof example[name] === 'number' ? Number(key) : key };
  }
}

function readPageRequest(call: Call, plan: ListPlan) {
  const limit = readLimit(call, plan);
  const { next } = plan;
  const cursor =
    next?.kind === 'parameter' ? call.parameters.get(`${next.location}:${next.name}`) : undefined;
  if (typeof cursor === 'string') {
    const isId = next?.kind === 'parameter' && next.isId;
    const after = isId ? cursor : decodeCursor(cursor);
    return after === undefined ? undefined : { limit, offset: 0, after };
  }
  const isPage = next?.kind === 'parameter' && /page/i.test(next.name);
  const page = plan.page?.name ?? (isPage ? next.name : undefined);
  const skipped = typeof cursor === 'number' && !isPage ? cursor : readNumber(call, plan.offset?.name, 0);
  const offset = page === undefined ? skipped : Math.max(readNumber(call, page, 1) - 1, 0) * limit;
  return { limit, offset, after: undefined };
}

function readLimit(call: Call, plan: ListPlan): number {
  return Math.max(readNumber(call, plan.limit?.name, findDefaultLimit(plan)), 0);
}

function findDefaultLimit({ limit }: ListPlan): number {
  const schema = limit?.schema?.schema;
  const standard = isJsonObject(schema) ? schema.default : undefined;
  return typeof standard === 'number' ? standard : DEFAULT_LIMIT;
}

function readNumber({ parameters }: Call, name: string | undefined, standard: number): number {
  const value = name === undefined ? undefined : Number(parameters.get(`query:${name}`) ?? standard);
  return value === undefined || !Number.isFinite(value) ? standard : value;
}

/** The body that items are put into. */
interface Fitting {
  template: JsonValue;
  plan: ListPlan;
  accepts: (value: JsonValue) => boolean;
}

// Without the items that the list cannot show; if it may not be shorter, as documented.
function fitList(items: readonly JsonObject[], { template, plan, accepts }: Fitting): JsonValue {
  const write = (shown: readonly JsonObject[]) => withMember(template, plan.items, [...shown]);
  const whole = write(items);
  if (accepts(whole)) return whole;
  const fitting = write(items.filter((item) => accepts(write([item]))));
  return [fitting, template].find(accepts) ?? whole;
}

interface PageMembers {
  plan: ListPlan;
  page: Page<ListedItem>;
  total: number;
  next: number | string | undefined;
  accepts: (value: JsonValue) => boolean;
}

function fillPageMembers(body: JsonValue, members: PageMembers): JsonValue {
  const { plan, accepts } = members;
  const path = plan.next && plan.next.kind !== 'header' ? plan.next.path : undefined;
  let filled = path ? fillNext(body, path, members) : removeUnknownPages(body, accepts);
  if (plan.more) filled = withMember(filled, plan.more, members.page.hasMore);
  for (const parent of listObjectPaths(filled)) {
    for (const [name, value] of listCounts(getMember(filled, parent), members)) {
      const changed = withMember(filled, [...parent, name], value);
      if (accepts(changed)) filled = changed;
    }
  }
  return filled;
}

// Links and cursors of an example lead nowhere.
function removeUnknownPages(body: JsonValue, accepts: PageMembers['accepts']): JsonValue {
  let changed = body;
  for (const parent of listObjectPaths(body)) {
    for (const [name, member] of Object.entries(getMember(body, parent) ?? {})) {
      if (typeof member !== 'string' || !OTHER_PAGES.test(name)) continue;
      const without = fillNext(changed, [...parent, name], { next: undefined, accepts });
      if (accepts(without)) changed = without;
    }
  }
  return changed;
}

// Totals are in the body itself or one or two objects deeper: `{ "meta": { "pagination": { "total": 7 } } }`.
function listObjectPaths(value: JsonValue | undefined, depth = 0): string[][] {
  if (!isJsonObject(value)) return [];
  const inner =
    depth === 2
      ? []
      : Object.entries(value).flatMap(([name, member]) =>
          listObjectPaths(member, depth + 1).map((path) => [name, ...path]),
        );
  return [[], ...inner];
}

function listCounts(
  object: JsonValue | undefined,
  { page, total }: PageMembers,
): (readonly [name: string, value: JsonValue])[] {
  const counts = { total, count: page.items.length, hasMore: page.hasMore };
  return Object.entries(isJsonObject(object) ? object : {}).flatMap(([name, member]) => {
    const value = describeCount(name, member, counts);
    return value === undefined ? [] : [[name, value] as const];
  });
}

function describeCount(
  name: string,
  member: JsonValue | undefined,
  { total, count, hasMore }: { total: number; count: number; hasMore: boolean },
): JsonValue | undefined {
  if (typeof member === 'boolean') return /^has_?(?:more|next)(?:_?page)?$/i.test(name) ? hasMore : undefined;
  if (typeof member !== 'number') return undefined;
  if (TOTALS.test(name)) return total;
  return COUNTS.test(name) ? count : undefined;
}

function fillNext(
  body: JsonValue,
  path: readonly string[],
  { next, accepts }: Pick<PageMembers, 'accepts' | 'next'>,
): JsonValue {
  if (next !== undefined) return withMember(body, path, next);
  const ended = withMember(body, path, null);
  return accepts(ended) ? ended : withoutMember(body, path);
}

function withoutMember(body: JsonValue, path: readonly string[]): JsonValue {
  const [token, ...rest] = path;
  if (token === undefined || !isJsonObject(body)) return body;
  const { [token]: member, ...others } = body;
  return rest.length === 0 || member === undefined
    ? others
    : { ...others, [token]: withoutMember(member, rest) };
}
