// Asks for the resources of one owner with the credentials of another.
import type { Operation } from '@keyframe/openapi-model';
import { FOREIGN_CHANGED, FOREIGN_VISIBLE } from '../checks/state-checks.ts';
import { isChosen } from '../resources/chosen-ids.ts';
import type { Collection } from '../resources/collections.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { isSuccess } from '../session.ts';
import { isSame, MOVING } from './compare.ts';
import { listSubject } from './lists.ts';
import { walkPages } from './pager.ts';
import type { Subject } from './subject.ts';

/** Lists the operations whose paths go through a resource of a collection. */
function operationsThrough(subject: Subject, { itemPath }: Collection): Operation[] {
  const shape = (path: string) => path.replaceAll(/\{[^{}]*\}/g, '{}');
  const wanted = shape(itemPath);
  return subject.context.session.model.operations.filter(
    ({ path }) => shape(path) === wanted || shape(path).startsWith(`${wanted}/`),
  );
}

/** Tries every operation on a resource as somebody else. */
export async function judgeOwnership(subject: Subject, resource: Resource): Promise<void> {
  const { session } = subject.context;
  const headers = session.credentials.other;
  if (headers === undefined) return;
  const before = await subject.read(resource);
  await judgeForeignList(subject, resource, headers);
  const { put } = subject.collection;
  const through = operationsThrough(subject, subject.collection);
  for (const operation of through) {
    // Where clients choose ids, another owner may have the same one: only what becomes of this one tells.
    if (operation === put && isChosen(subject.collection)) continue;
    const own = await ownParent(subject, operation, resource);
    if (!own) continue;
    const exchange = await subject.ask(operation, own, { headers });
    if (!exchange || !isSuccess(exchange)) continue;
    const { status } = exchange.response;
    const isReading = ['get', 'head'].includes(operation.method);
    const message = `Another owner’s ${operation.method.toUpperCase()} returned ${status}.`;
    subject.report({
      check: isReading ? FOREIGN_VISIBLE : FOREIGN_CHANGED,
      operation,
      message,
      expected: 'a documented 403 or 404',
      received: `${status}`,
      shownBy: exchange,
    });
  }
  if (put && isChosen(subject.collection)) await subject.ask(put, resource, { headers });
  if (before) await judgeUnchanged(subject, resource, before);
}

type Seen = NonNullable<Awaited<ReturnType<Subject['read']>>>;

async function judgeUnchanged(subject: Subject, resource: Resource, before: Seen): Promise<void> {
  const { patch, put, remove } = subject.collection;
  const operation = patch ?? put ?? remove;
  const after = await subject.read(resource);
  const changed = Object.keys(before.value).find(
    (name) => !MOVING.test(name) && !isSame(before.value[name], after?.value[name]),
  );
  if (!operation || changed === undefined) return;
  subject.report({
    check: FOREIGN_CHANGED,
    operation,
    message: `Requests of another owner ${after ? `changed "${changed}"` : 'removed a resource'}.`,
    expected: 'no effect',
    received: after ? 'a change' : 'no resource',
    shownBy: after?.exchange ?? before.exchange,
  });
}

// An operation on an inner resource needs one: that of this resource, made by its owner.
async function ownParent(
  subject: Subject,
  operation: Operation,
  resource: Resource,
): Promise<Pick<Resource, 'segments'> | undefined> {
  const tokens = operation.path.split('/');
  const last = tokens.findLastIndex((token) => /^\{[^{}]+\}$/.test(token));
  if (last < subject.collection.itemPath.split('/').length) return resource;
  const { pool, plans } = subject.context;
  const inner = pool.collections.find(({ itemPath }) => itemPath === tokens.slice(0, last + 1).join('/'));
  const draft = inner?.create && plans.best(inner.create)[0];
  if (!inner?.create || !draft) return undefined;
  const exchange = await subject.ask(inner.create, resource, { draft });
  return exchange && pool.noteCreated(exchange);
}

async function judgeForeignList(
  subject: Subject,
  resource: Resource,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const given = listSubject(subject, [resource]);
  // The list of what is inside of a resource was tried among its operations.
  if (!given || given.list.path.includes('{')) return;
  const ask: typeof given.ask = (draft) => subject.ask(given.list, resource, { draft, headers });
  const { collection } = subject;
  const pages = await walkPages(ask, given.draft, { collection, paging: given.paging, size: undefined });
  const id = String(resource.segments.get(collection.itemPath.split('/').length - 1));
  const showing = pages.find(({ ids }) => ids.includes(id));
  if (showing) {
    subject.report({
      check: FOREIGN_VISIBLE,
      operation: given.list,
      message: 'Another owner’s list contains the resource.',
      expected: 'only the owner’s resources',
      received: id,
      shownBy: showing.exchange,
    });
  }
}
