// Sends requests about the resources of one owner with the credentials of another.
import type { Operation } from '@keyframe/openapi-model';
import { writeTemplate } from '@keyframe/openapi-resources';
import { ListClient } from '../behavior/list-client.ts';
import type { ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { otherOwnerCanChange } from '../checks/other-owner-can-change.ts';
import { otherOwnerCanRead } from '../checks/other-owner-can-read.ts';
import { hasChosenIds } from '../resources/chosen-ids.ts';
import { type Resource, resourceId } from '../resources/resource.ts';
import { OWNER_CHECKS } from './check-lists.ts';

/** Tries every operation on a resource as another owner. */
export async function checkOwnership(client: ResourceClient, resource: Resource): Promise<void> {
  const { collection, context } = client;
  const headers = context.session.credentials.other;
  if (headers === undefined) return;
  const before = await client.read(resource);
  await checkForeignList(client, resource, headers);
  const { patch, put, remove } = collection;
  for (const operation of listOperationsBelow(client)) {
    // If clients choose ids, another owner may use the same id; only the effect on this resource matters.
    if (operation === put && hasChosenIds(collection)) continue;
    const target = await createInnerResource(client, operation, resource);
    const exchange = target && (await client.send(operation, target, { headers }));
    if (exchange) await runStateChecks(OWNER_CHECKS, { client, operation, exchange });
  }
  if (put && hasChosenIds(collection)) await client.send(put, resource, { headers });
  const operation = patch ?? put ?? remove;
  if (!before || !operation) return;
  const after = await client.read(resource);
  await runStateChecks([otherOwnerCanChange], { client, operation, before, after });
}

/** Lists the operations whose paths contain the id of a resource. */
function listOperationsBelow({ collection, context }: ResourceClient): Operation[] {
  const itemPath = writeTemplate(collection.itemPath);
  return context.session.model.operations.filter(({ resourcePath }) => {
    const normalized = writeTemplate(resourcePath);
    return normalized === itemPath || normalized.startsWith(`${itemPath}/`);
  });
}

// An operation on an inner resource needs one that the first owner created in this resource; a list without one shows nothing.
async function createInnerResource(
  client: ResourceClient,
  operation: Operation,
  resource: Resource,
): Promise<Pick<Resource, 'segments'> | undefined> {
  const { pool, plans } = client.context;
  const tokens = operation.resourcePath.split('/');
  const last = tokens.findLastIndex((token) => /^\{[^{}]+\}$/.test(token));
  const isInner = last >= client.collection.itemPath.split('/').length;
  const path = writeTemplate(tokens.slice(0, last + 1).join('/'));
  const inner = pool.collections.find(({ itemPath, list }) =>
    isInner ? writeTemplate(itemPath) === path : list === operation,
  );
  const draft = inner?.create && plans.best(inner.create)[0];
  const exchange = draft && (await client.send(inner.create, resource, { draft }));
  return isInner ? exchange && pool.noteCreated(exchange) : resource;
}

async function checkForeignList(
  client: ResourceClient,
  resource: Resource,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const list = ListClient.create(client, { created: [resource], headers });
  // The list of inner resources is one of the operations below.
  if (!list || list.operation.path.includes('{')) return;
  const pages = await list.readPages();
  await runStateChecks([otherOwnerCanRead], { client, list, pages, id: resourceId(resource) });
}
