// Checks created resources.

import type { Representation, ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { readChanges } from '../checks/read-changes.ts';
import { readFails } from '../checks/read-fails.ts';
import { readOnlyPropertyAccepted } from '../checks/read-only-property-accepted.ts';
import { bodyMediaType, type Draft, sentObject, withBodyValue } from '../requests/draft.ts';
import { readOnlyProperties, writableProperties } from '../resources/described-properties.ts';
import type { Resource } from '../resources/resource.ts';
import { type Exchange, isCarriedOut } from '../session/session.ts';
import { CREATION_CHECKS } from './check-lists.ts';

/** Checks the response to a creation. */
export async function checkCreationResponse(client: ResourceClient, exchange: Exchange): Promise<void> {
  const { create } = client.collection;
  const sent = sentObject(exchange.draft);
  const value = client.unwrap(exchange);
  if (!create || !sent || !value) return;
  const observed = { client, operation: create, exchange, creation: exchange, sent, value };
  await runStateChecks(CREATION_CHECKS, { ...observed, created: undefined });
}

/** Checks the response to a creation and a read of the resource. */
export async function checkCreation(client: ResourceClient, resource: Resource): Promise<void> {
  const { created: exchange } = resource;
  const { create, read } = client.collection;
  if (!exchange) return;
  await checkCreationResponse(client, exchange);
  if (!read) return;
  const seen = await client.read(resource);
  if (!seen) {
    const failed = isCarriedOut(exchange) ? await client.send(read, resource) : undefined;
    if (failed) await runStateChecks([readFails], { client, operation: read, exchange: failed });
    return;
  }
  const created = client.unwrap(exchange);
  const sent = create ? sentObject(exchange.draft) : undefined;
  await runStateChecks(CREATION_CHECKS, {
    client,
    operation: read,
    creation: exchange,
    sent,
    created,
    ...seen,
  });
}

const READS = 4;
const PAUSE_MS = 12;

/** Reads a resource several times. */
export async function checkSafety(client: ResourceClient, resource: Resource): Promise<void> {
  const reads: Representation[] = [];
  for (let time = 0; time < READS; time += 1) {
    const seen = await client.read(resource);
    if (!seen) return;
    reads.push(seen);
    await client.context.session.clock.sleep(PAUSE_MS);
  }
  await runStateChecks([readChanges], { client, reads });
}

const PLANTED = 'contract-gate-planted';

/** Creates resources with a readOnly property. */
export async function checkReadOnly(
  client: ResourceClient,
  draft: Draft,
  parent: Resource['segments'] | undefined,
): Promise<void> {
  const { create } = client.collection;
  const { session } = client.context;
  const body = sentObject(draft);
  const schema = bodyMediaType(draft)?.schema;
  if (!create || !body || !schema) return;
  // A request may have a schema of its own, in which the client sets the property.
  const writable = writableProperties(session, create);
  for (const name of readOnlyProperties(session, create).filter((one) => !writable.has(one))) {
    const value = { ...body, [name]: PLANTED };
    // The server may reject the request unless the document allows it.
    if (Object.hasOwn(body, name) || !session.requests.accepts(schema, value)) continue;
    const resource = await client.create(withBodyValue(draft, value), parent);
    if (!resource?.created) continue;
    const observed = { client, operation: create, exchange: resource.created, name, planted: PLANTED };
    await runStateChecks([readOnlyPropertyAccepted], observed);
  }
}
