// Creates resources, and reads them back.
import type { JsonObject, JsonValue, Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import {
  CREATED_DIFFERS,
  DEFAULT_NOT_APPLIED,
  ID_REUSED,
  READ_CHANGES,
  READ_FAILS,
  READ_ONLY_TAKEN,
} from '../checks/state-checks.ts';
import type { Draft } from '../requests/draft.ts';
import { isChosen } from '../resources/chosen-ids.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { isForm } from '../wire/encode-body.ts';
import { headerOf } from '../wire/wire.ts';
import { isSame, isShownAs, representationIn } from './compare.ts';
import { type Subject, sentObject } from './subject.ts';

/** Holds the response to a creation to what was sent. */
export function judgeAnswer(subject: Subject, created: Exchange): void {
  const { create } = subject.collection;
  const sent = sentObject(created.draft);
  const value = representationIn(bodyValue(created));
  if (create && sent && value) judgeShown(subject, { operation: create, sent, value, shownBy: created });
}

/** Holds a creation, and the read that follows it, to what was sent. */
export async function judgeCreation(subject: Subject, resource: Resource): Promise<void> {
  const { created } = resource;
  if (!created) return;
  const { create, read } = subject.collection;
  const body = sentObject(created.draft);
  const answered = representationIn(bodyValue(created));
  judgeAnswer(subject, created);
  const seen = await subject.read(resource);
  if (read && !seen) await judgeUnread(subject, read, resource);
  if (!seen || !read) return;
  if (create && body)
    judgeShown(subject, { operation: read, sent: body, value: seen.value, shownBy: seen.exchange });
  if (!answered) return;
  const steady = Object.keys(answered).filter((name) => STEADY.test(name));
  for (const name of steady) {
    if (!Object.hasOwn(seen.value, name) || isSame(answered[name], seen.value[name])) continue;
    const what = 'A property that never changes differs between the creation and a read';
    subject.reportMember({
      check: CREATED_DIFFERS,
      operation: read,
      shownBy: seen.exchange,
      name,
      wanted: answered[name],
      got: seen.value[name],
      what,
    });
  }
}

// Set at the creation, and never again.
const STEADY = /^(?:id|.*_?[iI]d|uuid|created|created_?[aA]t|creation_?[dD]ate|owner)$/;

async function judgeUnread(subject: Subject, read: Operation, resource: Resource): Promise<void> {
  const exchange = await subject.ask(read, resource);
  if (
    !exchange ||
    isSuccess(exchange) ||
    [401, 403, 429].includes(exchange.response.status) ||
    exchange.response.status >= 500
  )
    return;
  const { status, body } = exchange.response;
  const received = `${status} ${body.toString().slice(0, 100)}`;
  subject.report({
    check: READ_FAILS,
    operation: read,
    message: 'A resource that was just created was not found.',
    expected: 'the resource',
    received,
    shownBy: exchange,
  });
}

interface Shown {
  operation: Operation;
  sent: JsonObject;
  value: JsonObject;
  shownBy: Exchange;
}

/** Compares a representation with the request that made it, defaults included. */
function judgeShown(subject: Subject, { operation, sent, value, shownBy }: Shown): void {
  const { create } = subject.collection;
  const readable = subject.readable(operation);
  const writable = subject.writable(create);
  for (const [name, wanted] of Object.entries(sent)) {
    const member = writable.get(name);
    if (!readable.has(name) || !member || isStored(member, wanted, value[name])) continue;
    if (isFormOf(create) && isTextOf(wanted, value[name])) continue;
    const what = 'A property was not returned as it was sent';
    subject.reportMember({
      check: CREATED_DIFFERS,
      operation,
      shownBy,
      name,
      wanted,
      got: value[name],
      what,
    });
  }
  if (!create) return;
  for (const [name, wanted] of subject.defaultsFor(create, sent)) {
    if (!readable.has(name) || isShownAs(wanted, value[name])) continue;
    const what = 'A property that was omitted does not have its default';
    subject.reportMember({
      check: DEFAULT_NOT_APPLIED,
      operation,
      shownBy,
      name,
      wanted,
      got: value[name],
      what,
    });
  }
}

function isFormOf(create: Operation | undefined): boolean {
  const content = create?.requestBody?.content ?? [];
  return content.length > 0 && content.every(({ name }) => isForm(name));
}

// A form holds texts only; whether one of its members is a list nobody can tell.
function isTextOf(sent: JsonValue | undefined, got: JsonValue | undefined): boolean {
  return typeof sent === 'object' || sent === '' || String(sent) === String(got);
}

// `format: float` says how exact a number is.
function isStored(
  { keywords }: SchemaNode,
  sent: JsonValue | undefined,
  got: JsonValue | undefined,
): boolean {
  const isFloat = keywords.format === 'float';
  if (isFloat && typeof sent === 'number' && typeof got === 'number')
    return Math.fround(sent) === Math.fround(got);
  return isShownAs(sent, got);
}

/** Reports ids that came more than once. */
export function judgeIds(subject: Subject, resources: readonly Resource[]): void {
  if (isChosen(subject.collection)) return;
  const seen = new Set<string>();
  for (const { segments, created } of resources) {
    const key = JSON.stringify([...segments.values()]);
    const { create } = subject.collection;
    if (seen.has(key) && created && create) {
      subject.report({
        check: ID_REUSED,
        operation: create,
        message: 'An id was assigned twice.',
        expected: 'a new id',
        received: key,
        shownBy: created,
      });
    }
    seen.add(key);
  }
}

const READS = 4;
const PAUSE_MS = 12;

/** Reads a resource several times: what differs each time is changed by reading. */
export async function judgeSafety(subject: Subject, resource: Resource): Promise<void> {
  const { read } = subject.collection;
  const values: JsonObject[] = [];
  let last: Exchange | undefined;
  for (let time = 0; time < READS; time += 1) {
    const seen = await subject.read(resource);
    if (!seen) return;
    last = seen.exchange;
    values.push({ ...seen.value, '(ETag)': headerOf(seen.exchange.response, 'etag') });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const [first = {}, ...others] = values;
  const changing = Object.keys(first).filter((name) =>
    others.every((value, index) => !isSame(value[name], values[index]?.[name])),
  );
  for (const name of changing) {
    if (!read || !last) continue;
    subject.reportMember({
      check: READ_CHANGES,
      operation: read,
      shownBy: last,
      name,
      wanted: first[name],
      got: values.at(-1)?.[name],
      what: 'A property changes with every read',
    });
  }
}

const PLANTED = 'contract-gate-planted';

/** Sends members that only the server may set. */
export async function judgeReadOnly(
  subject: Subject,
  draft: Draft,
  parent: Resource['segments'] | undefined,
): Promise<void> {
  const { create } = subject.collection;
  const body = sentObject(draft);
  const { session } = subject.context;
  const mediaType = draft.body && 'mediaType' in draft.body ? draft.body.mediaType : undefined;
  if (!create || !body || !mediaType?.schema) return;
  for (const name of subject.readOnly(create)) {
    if (Object.hasOwn(body, name)) continue;
    const value = { ...body, [name]: PLANTED };
    // Only where the document lets the member pass must the server ignore it.
    if (!session.requests.accepts(mediaType.schema, value)) continue;
    const made = await subject.create({ ...draft, body: { mediaType, value } }, parent);
    const answered = made?.created && representationIn(bodyValue(made.created));
    if (!made?.created || answered?.[name] !== PLANTED) continue;
    subject.reportMember({
      check: READ_ONLY_TAKEN,
      operation: create,
      shownBy: made.created,
      name,
      wanted: 'the server’s own value',
      got: PLANTED,
      what: 'A request set a readOnly property',
    });
  }
}
