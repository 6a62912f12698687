// Deletes resources, and looks for them afterwards.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import {
  DELETE_REFUSED,
  DELETE_SPILLS,
  DELETED_READABLE,
  DELETED_TWICE,
  LIST_MISSES,
  UNKNOWN_FOUND,
} from '../checks/state-checks.ts';
import { judgeHead } from '../phases/methods.ts';
import { isChosen } from '../resources/chosen-ids.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { isSuccess } from '../session.ts';
import { listSubject } from './lists.ts';
import { isWhole, walkPages } from './pager.ts';
import type { Subject } from './subject.ts';

/** Deletes one of several resources. */
export async function judgeDeletion(
  subject: Subject,
  doomed: Resource,
  others: readonly Resource[],
): Promise<void> {
  const { remove, read } = subject.collection;
  if (!remove) return;
  await makeInner(subject, doomed);
  const exchange = await subject.ask(remove, doomed);
  if (!exchange) return;
  const { status } = exchange.response;
  if (!isSuccess(exchange)) {
    if (status !== 404 && status !== 410) return;
    subject.report({
      check: DELETE_REFUSED,
      operation: remove,
      message: 'A resource that exists was not found.',
      expected: 'a successful deletion',
      received: `${status}`,
      shownBy: exchange,
    });
    return;
  }
  subject.context.pool.forget(doomed);
  await judgeGone(subject, doomed);
  for (const other of read ? others : []) {
    const found = await subject.ask(read, other);
    if (!read || !found || ![404, 410].includes(found.response.status)) continue;
    subject.report({
      check: DELETE_SPILLS,
      operation: remove,
      message: 'A resource that was not deleted is gone.',
      expected: 'the other resources',
      received: `${found.response.status}`,
      shownBy: found,
    });
  }
  await judgeListAfter(subject, doomed, others);
}

// What is inside of a resource goes with it.
async function makeInner(subject: Subject, { segments }: Resource): Promise<void> {
  for (const { create } of subject.context.pool.collections) {
    if (create?.path.startsWith(`${subject.collection.itemPath}/`)) await subject.ask(create, { segments });
  }
}

async function judgeGone(subject: Subject, doomed: Resource): Promise<void> {
  const { remove, read, patch, put, itemPath } = subject.collection;
  const inner = subject.context.session.model.operations.filter(
    ({ method, path }) =>
      method === 'get' && path.startsWith(`${itemPath}/`) && !path.slice(itemPath.length).includes('{'),
  );
  // A PUT that creates may create it again.
  const isCreating = put?.responses.some(({ status }) => status === '201') || isChosen(subject.collection);
  for (const operation of [read, patch, ...(isCreating ? [] : [put]), ...inner]) {
    const found = operation && (await subject.ask(operation, doomed));
    if (!operation || !found || !isSuccess(found)) continue;
    subject.report({
      check: DELETED_READABLE,
      operation,
      message: 'A deleted resource can still be used.',
      expected: '404',
      received: `${found.response.status}`,
      shownBy: found,
    });
  }
  const again = remove && (await subject.ask(remove, doomed));
  const isDocumented = remove?.responses.some(({ status }) => status === '404' || status === '410');
  if (!remove || !again || !isSuccess(again) || !isDocumented) return;
  subject.report({
    check: DELETED_TWICE,
    operation: remove,
    message: 'A second deletion succeeded.',
    expected: '404',
    received: `${again.response.status}`,
    shownBy: again,
  });
}

async function judgeListAfter(
  subject: Subject,
  doomed: Resource,
  others: readonly Resource[],
): Promise<void> {
  const given = listSubject(subject, others.length > 0 ? others : [doomed]);
  if (!given) return;
  const { collection } = subject;
  const pages = await walkPages(given.ask, given.draft, {
    collection,
    paging: given.paging,
    size: undefined,
  });
  const [first] = pages;
  const idOf = ({ segments }: Resource) => String(segments.get(collection.itemPath.split('/').length - 1));
  const ids = pages.flatMap((page) => page.ids);
  if (!first) return;
  const statement = { operation: given.list, shownBy: first.exchange };
  if (ids.includes(idOf(doomed))) {
    subject.report({
      ...statement,
      check: DELETED_READABLE,
      message: 'A list contains a deleted resource.',
      expected: 'the resources that exist',
      received: idOf(doomed),
    });
  }
  const missing = others.map(idOf).find((id) => !ids.includes(id));
  if (missing !== undefined && isWhole(pages, given.paging)) {
    subject.report({
      ...statement,
      check: LIST_MISSES,
      message: 'After a deletion, another resource is missing from a list.',
      expected: missing,
      received: ids.join(', '),
    });
  }
}

/** Asks for a resource that nobody made. */
export async function judgeUnknown(subject: Subject, resource: Resource): Promise<void> {
  const { read, patch, put, remove, itemPath } = subject.collection;
  const place = itemPath.split('/').length - 1;
  const id = otherId(subject, read ?? patch ?? put ?? remove, resource.segments.get(place) ?? '');
  if (id === undefined) return;
  const segments = new Map(resource.segments).set(place, id);
  // A PUT may make what it names.
  for (const operation of [read, patch, remove]) {
    const found = operation && (await subject.ask(operation, { segments }));
    if (found && operation === read) await judgeHead(subject.context, found);
    if (!operation || !found || !isSuccess(found)) continue;
    subject.report({
      check: UNKNOWN_FOUND,
      operation,
      message: 'A resource that was never created was found.',
      expected: '404',
      received: `${found.response.status}`,
      shownBy: found,
    });
  }
}

// An id of the same shape: its digits and letters are others.
function otherId(subject: Subject, operation: Operation | undefined, id: JsonValue): JsonValue | undefined {
  const schema = operation?.parameters.find(({ name }) => name === subject.collection.parameter)?.schema;
  const text = String(id);
  const turned = text.replaceAll(/[0-9a-f](?=[0-9a-f]{0,5}$)/gi, (one) => (one === '7' ? '3' : '7'));
  const candidates: JsonValue[] =
    typeof id === 'number'
      ? [id + 770_000]
      : [text.replace(/\d+$/, (digits) => `${digits}770000`), turned, `${text.slice(0, -1)}7`, `${text}7`];
  return candidates.find(
    (candidate) =>
      String(candidate) !== text && (!schema || subject.context.session.requests.accepts(schema, candidate)),
  );
}
