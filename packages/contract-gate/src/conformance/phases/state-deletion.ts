// Deletes resources and searches for them.
import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, listPathParameters, type Operation } from '@keyframe/openapi-model';
import { documentsMissing, isBelow } from '@keyframe/openapi-resources';
import { ListClient } from '../behavior/list-client.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import { findMissing404Basis, runStateChecks } from '../behavior/state-check.ts';
import { deleteFails } from '../checks/delete-fails.ts';
import { deleteRemovesOther } from '../checks/delete-removes-other.ts';
import { deletedReadable } from '../checks/deleted-readable.ts';
import { deletedTwice } from '../checks/deleted-twice.ts';
import { listMisses } from '../checks/list-misses.ts';
import { readFails } from '../checks/read-fails.ts';
import { unknownIdFound } from '../checks/unknown-id-found.ts';
import { type Draft, parameterKey } from '../requests/draft.ts';
import { acceptsId } from '../resources/accepts-id.ts';
import { hasChosenIds } from '../resources/chosen-ids.ts';
import { idIndex, type Resource, resourceId, resourceKey } from '../resources/resource.ts';
import { findUnknownId } from '../resources/unknown-id.ts';
import { type Exchange, isCarriedOut, isSuccess } from '../session/session.ts';
import { checkHead } from './undocumented-request.ts';

const LONGEST_REMOVAL_MS = 3_000;
const PAUSE_MS = 250;

/** Deletes one of several resources. */
export async function checkDeletion(
  client: ResourceClient,
  deleted: Resource,
  others: readonly Resource[],
): Promise<void> {
  const { remove } = client.collection;
  if (!remove || !isPlain(client.context.plans.best(remove)[0])) return;
  await createInner(client, deleted);
  // A creation may return a resource that exists.
  const different = others.filter((other) => resourceKey(other) !== resourceKey(deleted));
  const readable = await selectReadable(client, different);
  const before = (await client.read(deleted))?.value;
  const exchange = await client.send(remove, deleted);
  if (!exchange) return;
  const [spare, ...rest] = readable.toReversed();
  // A server may keep resources that contain others.
  if (exchange.response.status === 409 && spare) return deleteAlone(client, spare, [...rest, deleted]);
  await checkRemoval(client, { deleted, before, others: readable, exchange, remove });
}

// An optional parameter may turn a deletion into something else, such as `soft=true`.
function isPlain(draft: Draft | undefined): boolean {
  const optional = draft?.operation.parameters.filter(({ required }) => !required) ?? [];
  return !optional.some((parameter) => draft?.parameters.has(parameterKey(parameter)));
}

// Another fault than a deletion may make a created resource unreadable.
async function selectReadable(client: ResourceClient, resources: readonly Resource[]): Promise<Resource[]> {
  if (!client.collection.read) return [...resources];
  const readable: Resource[] = [];
  for (const resource of resources) if (await client.read(resource)) readable.push(resource);
  return readable;
}

async function deleteAlone(
  client: ResourceClient,
  deleted: Resource,
  others: readonly Resource[],
): Promise<void> {
  const { remove } = client.collection;
  const before = (await client.read(deleted))?.value;
  const exchange = await client.send(remove, deleted);
  if (remove && exchange) await checkRemoval(client, { deleted, before, others, exchange, remove });
}

interface Removal {
  deleted: Resource;
  /** The representation before the deletion. */
  before: JsonObject | undefined;
  others: readonly Resource[];
  exchange: Exchange;
  remove: Operation;
}

async function checkRemoval(
  client: ResourceClient,
  { deleted, before, others, exchange, remove }: Removal,
): Promise<void> {
  const { read } = client.collection;
  await runStateChecks([deleteFails], { client, operation: remove, exchange });
  if (!isSuccess(exchange)) return;
  client.context.pool.forget(deleted);
  if (!isCarriedOut(exchange) && !(await waitForRemoval(client, deleted))) return;
  const isMarked = await isMarkedAsDeleted(client, deleted, before);
  if (!isMarked) await checkDeleted(client, deleted, remove);
  for (const other of others) {
    const found = await client.send(read, other);
    if (found) await runStateChecks([deleteRemovesOther], { client, operation: remove, exchange: found });
  }
  await checkListAfterDeletion(client, { deleted, isMarked, others });
  await checkRestoration(client, deleted, remove);
}

// A rejection is no verdict: the time to restore may be over.
async function checkRestoration(client: ResourceClient, deleted: Resource, remove: Operation): Promise<void> {
  const { itemPath, read } = client.collection;
  const { conventions, model } = client.context.session;
  const restore = model.operations.find(
    ({ method, path, resourcePath }) =>
      method !== 'get' &&
      isBelow(resourcePath, itemPath) &&
      conventions.matches('restoringVerb', path.split(/[/:]/).at(-1) ?? ''),
  );
  const restored = await client.send(restore, deleted);
  if (!read || !restored || !isCarriedOut(restored)) return;
  const exchange = await client.send(read, deleted);
  if (exchange) await runStateChecks([readFails], { client, operation: read, exchange, isRestored: true });
  await client.send(remove, deleted);
}

// A server may keep a deleted resource, with the time of its deletion, a flag or another status.
async function isMarkedAsDeleted(
  client: ResourceClient,
  deleted: Resource,
  before: JsonObject | undefined,
): Promise<boolean> {
  const after = before && (await client.read(deleted))?.value;
  if (!after) return false;
  return Object.keys(after).some(
    (name) => !client.isVolatile(name) && !isDeepStrictEqual(before[name], after[name]),
  );
}

// A deletion that was accepted with 202 may take any time.
async function waitForRemoval(client: ResourceClient, deleted: Resource): Promise<boolean> {
  const { read } = client.collection;
  const { session } = client.context;
  const until = session.clock.now() + LONGEST_REMOVAL_MS;
  while (read && session.clock.now() < until && !session.isOver) {
    const exchange = await client.send(read, deleted);
    if (!exchange || !isSuccess(exchange)) return exchange !== undefined;
    await session.clock.sleep(PAUSE_MS);
  }
  return false;
}

// Inner resources are deleted with the outer one.
async function createInner(client: ResourceClient, { segments }: Resource): Promise<void> {
  for (const { create } of client.context.pool.collections) {
    if (create && isBelow(create.resourcePath, client.collection.itemPath))
      await client.send(create, { segments });
  }
}

async function checkDeleted(client: ResourceClient, deleted: Resource, remove: Operation): Promise<void> {
  const { read, patch, put, itemPath } = client.collection;
  // A PUT may create the resource again, unless the document promises a 404.
  const { operations } = client.context.session.model;
  const canCreate =
    hasChosenIds(client.collection) ||
    put?.responses.some(({ status }) => status === '201') ||
    (put && findMissing404Basis(put, operations) !== 'promise');
  const depth = listPathParameters(itemPath).length;
  const inner = operations.filter(
    ({ method, resourcePath }) =>
      method === 'get' &&
      isBelow(resourcePath, itemPath) &&
      listPathParameters(resourcePath).length === depth,
  );
  for (const operation of [read, patch, ...(canCreate ? [] : [put]), ...inner]) {
    const exchange = await client.send(operation, deleted);
    if (operation && exchange) await runStateChecks([deletedReadable], { client, operation, exchange });
  }
  const again = await client.send(remove, deleted);
  if (again && isSuccess(again) && !(await deletesUnknown(client, deleted, remove)))
    await runStateChecks([deletedTwice], { client, operation: remove, exchange: again });
}

// A deletion may succeed for everything that does not exist (RFC 9110, section 9.2.2).
async function deletesUnknown(
  client: ResourceClient,
  deleted: Resource,
  remove: Operation,
): Promise<boolean> {
  const segments = findUnknownSegments(client, deleted);
  const exchange = segments && (await client.send(remove, { segments }));
  return exchange !== undefined && isSuccess(exchange);
}

async function checkListAfterDeletion(
  client: ResourceClient,
  { deleted, isMarked, others }: Pick<Removal, 'deleted' | 'others'> & { isMarked: boolean },
): Promise<void> {
  const list = ListClient.create(client, { created: others.length > 0 ? others : [deleted] });
  if (!list) return;
  const pages = await list.readPages();
  if (!isMarked)
    await runStateChecks([deletedReadable], { client, list, pages, deletedId: resourceId(deleted) });
  const expectedIds = others.length > 0 ? list.created.map(resourceId) : [];
  await runStateChecks([listMisses], { client, list, pages, expectedIds, size: undefined });
}

/** Requests a resource with an unknown id. */
export async function checkUnknownId(client: ResourceClient, resource: Resource): Promise<void> {
  const { read, patch } = client.collection;
  const segments = findUnknownSegments(client, resource);
  if (!segments) return;
  // A PUT may create the resource.
  for (const operation of [read, patch]) {
    const exchange = await client.send(operation, { segments });
    if (!operation || !exchange) continue;
    // A value may exist at each id that a PUT could choose.
    if (hasChosenIds(client.collection) && !documentsMissing(operation)) continue;
    if (operation === read) await checkHead(client.context, exchange);
    await runStateChecks([unknownIdFound], { client, operation, exchange });
  }
}

function findUnknownSegments(
  { collection, context: { session, pool } }: ResourceClient,
  { segments }: Resource,
): Resource['segments'] | undefined {
  const index = idIndex(collection);
  const id = findUnknownId(
    segments.get(index) ?? '',
    (one) =>
      acceptsId(collection.idParameter, one, session.requests) &&
      !pool.existingData.hasCreated(collection, one),
  );
  return id === undefined ? undefined : new Map(segments).set(index, id);
}
