// Calls the actions of a resource, such as `POST /orders/{id}/cancel`, and reads it afterward.
import type { Operation } from '@keyframe/openapi-model';
import { findReference } from '@keyframe/openapi-resources';
import { isSame } from '../behavior/compare.ts';
import type { Representation, ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { actionNotStored } from '../checks/action-not-stored.ts';
import type { Resource } from '../resources/resource.ts';
import { isCarriedOut } from '../session/session.ts';

const MOST_ACTIONS = 8;
// For servers that store a change soon after the response.
const PAUSE_MS = 500;

/** Calls each action on a resource of its own: it may end the life of one. */
export async function checkActions(
  client: ResourceClient,
  create: () => Promise<Resource | undefined>,
): Promise<void> {
  for (const action of listActions(client).slice(0, MOST_ACTIONS)) {
    if (client.context.session.isOver) return;
    const resource = await create();
    if (resource) await checkAction(client, action, resource);
  }
}

// An action has the path of the resource and a name, and returns the resource at once.
function listActions({ collection: { actions, read }, context }: ResourceClient): Operation[] {
  const representation = findReference(read, ['200']);
  const returns = (operation: Operation) => findReference(operation, ['200', '201']) === representation;
  const tested = actions.filter((operation) => context.operations.includes(operation));
  return representation === undefined ? [] : tested.filter(returns);
}

async function checkAction(client: ResourceClient, action: Operation, resource: Resource): Promise<void> {
  const before = await client.read(resource);
  const exchange = before && (await client.send(action, resource));
  const value = exchange && isCarriedOut(exchange) ? client.unwrap(exchange) : undefined;
  if (!exchange || !value) return;
  const returned = { exchange, value };
  const after = await readSettled(client, resource, { before, returned });
  if (after) await runStateChecks([actionNotStored], { client, exchange, before, returned, after });
}

// Reads again if the first read does not show the change.
async function readSettled(
  client: ResourceClient,
  resource: Resource,
  { before, returned }: { before: Representation; returned: Representation },
): Promise<Representation | undefined> {
  const after = await client.read(resource);
  if (!after || isSame(returned.value, before.value) || !isSame(after.value, before.value)) return after;
  await client.context.session.clock.sleep(PAUSE_MS);
  return client.read(resource);
}
