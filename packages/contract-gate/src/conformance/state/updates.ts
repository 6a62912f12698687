// Changes resources, and reads what became of them.
import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@keyframe/openapi-model';
import { ETAG_STALE, PUT_KEEPS, PUT_STATUS, UPDATE_LOST, UPDATE_SPILLS } from '../checks/state-checks.ts';
import { randomOf } from '../random.ts';
import type { Draft } from '../requests/draft.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { ValueBuilder } from '../schema/build-value.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';
import { isSame, isShownAs, MOVING, representationIn } from './compare.ts';
import { otherValue, withoutDefaults } from './other-values.ts';
import { extremes, type Subject, sentObject } from './subject.ts';

const MOST_PATCHES = 80;

/** Patches one member after the other, and holds each read to it. */
export async function judgePatches(subject: Subject, resource: Resource): Promise<void> {
  const { patch } = subject.collection;
  if (!patch) return;
  for (const draft of patchDrafts(subject, patch).slice(0, MOST_PATCHES)) {
    if (subject.context.session.isOver) return;
    await judgeUpdate(subject, resource, { operation: patch, draft });
  }
}

// A draft for each member by itself, and those that are known to work.
function patchDrafts(subject: Subject, patch: Operation): Draft[] {
  const working = subject.context.plans.working(patch);
  const template = working.find((draft) => draft.body && 'mediaType' in draft.body);
  const body = template?.body;
  if (!template || !body || !('mediaType' in body) || !body.mediaType.schema) return [];
  const { mediaType } = body;
  const space = subject.context.session.requests;
  const random = randomOf(subject.context.session.options.seed);
  const builder = new ValueBuilder(space, { members: 'none', choose: () => 0, random });
  const single = [...subject.writable(patch)].flatMap(([name, located]) => {
    const first = builder.build([located]);
    const other = otherValue(subject.context.session, located, first);
    // The second value is another one than the first has left.
    return [first, ...(other === undefined ? [] : [other]), null].flatMap((one) => {
      const value = { [name]: one };
      return mediaType.schema && space.accepts(mediaType.schema, value)
        ? [{ ...template, body: { mediaType, value } }]
        : [];
    });
  });
  return [...single, ...working.slice(0, 6)];
}

/** Holds the other resources to what they were before one of them was updated. */
export async function judgeNeighbors(
  subject: Subject,
  neighbors: readonly Resource[],
  update: () => Promise<void>,
): Promise<void> {
  const { create, patch, put } = subject.collection;
  const operation = patch ?? put;
  const seen = operation ? neighbors : [];
  const before = await Promise.all(seen.map((one) => subject.read(one)));
  await update();
  const after = await Promise.all(seen.map((one) => subject.read(one)));
  const names = new Set([create, patch, put].flatMap((one) => [...subject.writable(one).keys()]));
  for (const [index, { value: now, exchange } = {}] of after.entries()) {
    const then = before[index]?.value;
    const name = then && now && [...names].find((one) => !MOVING.test(one) && !isSame(then[one], now[one]));
    if (!operation || !exchange || name === undefined) continue;
    const what = 'An update of another resource changed a property';
    const statement = { operation, name, wanted: then?.[name], got: now?.[name], what };
    subject.reportMember({ ...statement, check: UPDATE_SPILLS, shownBy: exchange });
  }
}

interface Update {
  operation: Operation;
  draft: Draft;
}

async function judgeUpdate(
  subject: Subject,
  resource: Resource,
  { operation, draft }: Update,
): Promise<void> {
  const before = await subject.read(resource);
  const sent = sentObject(draft);
  const exchange = before && (await subject.ask(operation, resource, { draft }));
  if (!before || !sent || !exchange || !isSuccess(exchange)) return;
  const after = await subject.read(resource);
  const isPatch = operation.method === 'patch';
  if (!after) return;
  judgePutStatus(subject, exchange);
  await judgeTag(subject, resource, { before, after });
  await judgeTagOfUpdate(subject, resource, { exchange, after });
  if (isPatch) judgeMerge(subject, { draft, before, after });
  const { read } = subject.collection;
  judgeStored(subject, sent, { operation, seen: after, by: read, what: 'An update was not stored' });
  const answered = representationIn(bodyValue(exchange));
  const what = 'The response to an update does not show it';
  if (answered)
    judgeStored(subject, sent, { operation, seen: { exchange, value: answered }, by: operation, what });
  const kept = isPatch ? keptByPatch(subject, before.value, sent) : keptByPut(before.value);
  for (const name of kept) {
    if (isSame(before.value[name], after.value[name])) continue;
    subject.reportMember({
      check: UPDATE_SPILLS,
      operation,
      shownBy: after.exchange,
      name,
      wanted: before.value[name],
      got: after.value[name],
      what: 'An update changed a property that it did not contain',
    });
  }
  if (!isPatch) judgeReplaced(subject, { operation, sent, before, after });
}

interface Stored {
  /** The update. */
  operation: Operation;
  seen: Seen;
  /** The operation that describes what is seen. */
  by: Operation | undefined;
  what: string;
}

function judgeStored(subject: Subject, sent: JsonObject, { operation, seen, by, what }: Stored): void {
  const readable = subject.readable(by);
  const writable = subject.writable(operation);
  for (const [name, wanted] of Object.entries(sent)) {
    const got = seen.value[name];
    if (!readable.has(name) || !writable.has(name) || isShownAs(wanted, got)) continue;
    subject.reportMember({ check: UPDATE_LOST, operation, shownBy: seen.exchange, name, wanted, got, what });
  }
}

interface Seen {
  exchange: Exchange;
  value: JsonObject;
}

// A weak ETag may stay the same for what means the same.
async function judgeTag(
  subject: Subject,
  resource: Resource,
  { before, after }: { before: Seen; after: Seen },
): Promise<void> {
  const { read } = subject.collection;
  const tag = headerOf(before.exchange.response, 'etag');
  if (!read || !tag?.startsWith('"') || isSame(before.value, after.value)) return;
  const statement = { check: ETAG_STALE, operation: read };
  if (headerOf(after.exchange.response, 'etag') === tag) {
    subject.report({
      ...statement,
      message: 'A resource changed and its ETag did not.',
      expected: 'another ETag',
      received: tag,
      shownBy: after.exchange,
    });
    return;
  }
  const template = subject.context.plans.best(read)[0];
  const draft = template && { ...template, headers: { ...template.headers, 'if-none-match': tag } };
  const conditional = draft && (await subject.ask(read, resource, { draft }));
  if (conditional?.response.status !== 304) return;
  subject.report({
    ...statement,
    message: 'A conditional GET with an earlier ETag returned 304.',
    expected: 'the resource as it is now',
    received: '304',
    shownBy: conditional,
  });
}

// The ETag of a response to an update is that of what the update has made.
async function judgeTagOfUpdate(
  subject: Subject,
  resource: Resource,
  { exchange, after }: { exchange: Exchange; after: Seen },
): Promise<void> {
  const told = headerOf(exchange.response, 'etag');
  const tag = headerOf(after.exchange.response, 'etag');
  if (!told?.startsWith('"') || !tag?.startsWith('"') || told === tag) return;
  const again = await subject.read(resource);
  // What changes by itself has another one by now.
  if (!again || headerOf(again.exchange.response, 'etag') !== tag) return;
  subject.report({
    check: ETAG_STALE,
    operation: exchange.operation,
    message: 'The ETag of an update is not that of the next read.',
    expected: tag,
    received: told,
    shownBy: exchange,
  });
}

function judgePutStatus(subject: Subject, exchange: Exchange): void {
  if (exchange.operation.method !== 'put' || exchange.response.status !== 201) return;
  subject.report({
    check: PUT_STATUS,
    operation: exchange.operation,
    message: 'A PUT that replaced a resource returned 201.',
    expected: '200 or 204',
    received: '201',
    shownBy: exchange,
  });
}

// RFC 7396: an object of a merge patch changes the members that it names, and keeps the others.
function judgeMerge(
  subject: Subject,
  { draft, before, after }: { draft: Draft; before: Seen; after: Seen },
): void {
  const { body, operation } = draft;
  const isMerge = body && 'mediaType' in body && /^application\/merge-patch\+json/i.test(body.mediaType.name);
  const readable = subject.readable(subject.collection.read);
  for (const [name, patch] of Object.entries((isMerge && sentObject(draft)) || {})) {
    const wanted = merged(before.value[name], patch ?? null);
    if (!isJsonObject(patch) || !readable.has(name) || isSame(wanted, after.value[name])) continue;
    subject.reportMember({
      check: UPDATE_SPILLS,
      operation,
      shownBy: after.exchange,
      name,
      wanted,
      got: after.value[name],
      what: 'A merge patch did not merge an object',
    });
  }
}

function merged(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [name, member] of Object.entries(patch)) {
    if (member === null || member === undefined) delete result[name];
    else result[name] = merged(result[name], member);
  }
  return result;
}

const STEADY = /^(?:id|uuid|created|created_?[aA]t|creation_?[dD]ate|owner)$/;

function keptByPatch(subject: Subject, before: JsonObject, sent: JsonObject): string[] {
  const { create, patch, put } = subject.collection;
  const writable = new Set(
    [create, patch, put].flatMap((operation) => [...subject.writable(operation).keys()]),
  );
  return Object.keys(before).filter(
    (name) => !Object.hasOwn(sent, name) && (writable.has(name) || STEADY.test(name)),
  );
}

function keptByPut(before: JsonObject): string[] {
  return Object.keys(before).filter((name) => STEADY.test(name));
}

/** Replaces a resource that has every member by one that has few. */
export async function judgePut(subject: Subject, resource: Resource): Promise<void> {
  const { put } = subject.collection;
  const drafts = put && extremes(subject.context.plans.working(put));
  if (!put || !drafts) return;
  for (const draft of [withoutDefaults(subject, drafts.fullest), drafts.smallest])
    await judgeUpdate(subject, resource, { operation: put, draft });
}

// What a server shows where it was sent nothing.
function isEmpty(value: JsonValue | undefined): boolean {
  const isHollow = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isHollow || value === undefined || value === null || value === '' || value === false || value === 0;
}

function judgeReplaced(
  subject: Subject,
  {
    operation,
    sent,
    before,
    after: { exchange: shownBy, value },
  }: { operation: Operation; sent: JsonObject; before: Seen; after: Seen },
): void {
  const readable = subject.readable(subject.collection.read);
  const defaults = subject.defaultsFor(operation, sent);
  for (const name of subject.writable(operation).keys()) {
    if (Object.hasOwn(sent, name) || !readable.has(name)) continue;
    const wanted: JsonValue | undefined = defaults.get(name);
    const isReplaced =
      wanted === undefined
        ? isEmpty(value[name]) || !isSame(before.value[name], value[name])
        : isShownAs(wanted, value[name]);
    if (isReplaced) continue;
    subject.reportMember({
      check: PUT_KEEPS,
      operation,
      shownBy,
      name,
      wanted,
      got: value[name],
      what: 'A property that a PUT omitted is still present',
    });
  }
}
