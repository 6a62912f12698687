// Changes resources and checks the result.

import type { JsonObject, Operation } from '@keyframe/openapi-model';
import { createRandom, ValueBuilder } from '@keyframe/openapi-schema/values';
import { writableNames } from '../behavior/expect-omitted.ts';
import { readListed } from '../behavior/list-client.ts';
import { findOtherValue, replaceDefaults } from '../behavior/other-values.ts';
import { findExtremes, type ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { putStatus } from '../checks/put-status.ts';
import { updateChangesOtherProperty } from '../checks/update-changes-other-property.ts';
import { updateLost } from '../checks/update-lost.ts';
import { bodyMediaType, type Draft, sentObject, withBodyValue } from '../requests/draft.ts';
import { sentResource, writableProperties } from '../resources/described-properties.ts';
import type { Resource } from '../resources/resource.ts';
import { isCarriedOut, type Session } from '../session/session.ts';
import { UPDATE_CHECKS } from './check-lists.ts';

const MOST_PATCHES = 80;
const WORKING_PATCHES = 6;

/** Patches each property and checks the resource after each patch. */
export async function checkPatches(client: ResourceClient, resource: Resource): Promise<void> {
  const { patch } = client.collection;
  if (!patch) return;
  for (const draft of listPatches(client, patch).slice(0, MOST_PATCHES)) {
    if (client.context.session.isOver) return;
    await checkUpdate(client, resource, draft);
  }
}

// Drafts for each single property, and the drafts that succeeded.
function listPatches({ context: { plans, session } }: ResourceClient, patch: Operation): Draft[] {
  const working = plans.working(patch);
  const template = working.find((draft) => bodyMediaType(draft));
  const schema = template && bodyMediaType(template)?.schema;
  if (!template || !schema) return [];
  const { requests: space } = session;
  const random = createRandom(session.options.seed);
  const builder = new ValueBuilder(space, { members: 'none', choose: () => 0, random });
  const single = [...writableProperties(session, patch)].flatMap(([name, located]) => {
    const first = builder.build([located]);
    const other = findOtherValue(session, located, first);
    // The second value differs from the first one, the third removes the property.
    return [first, ...(other === undefined ? [] : [other]), null]
      .map((value) => ({ [name]: value }))
      .filter((patched) => space.accepts(schema, patched))
      .map((patched) => withBodyValue(template, patched));
  });
  return [...single, ...working.slice(0, WORKING_PATCHES)];
}

/** Replaces a resource with all properties by one with few properties. */
export async function checkPut(client: ResourceClient, resource: Resource): Promise<void> {
  const { put } = client.collection;
  const { plans, session } = client.context;
  const drafts = put && findExtremes(plans.working(put));
  if (!put || !drafts) return;
  const remaining = listRemaining(client, put, drafts);
  const fullest = replaceDefaults(session, drafts.fullest);
  for (const draft of [fullest, ...invertFlags(session, fullest), ...remaining, drafts.smallest]) {
    if (session.isOver) return;
    await checkUpdate(client, resource, { ...draft, operation: put });
  }
}

// Each boolean has its other value.
function invertFlags({ requests }: Session, draft: Draft): Draft[] {
  const requestBody = sentObject(draft);
  const schema = bodyMediaType(draft)?.schema;
  if (!requestBody || !schema || !Object.values(requestBody).some((value) => typeof value === 'boolean'))
    return [];
  let inverted: JsonObject = requestBody;
  for (const [name, value] of Object.entries(requestBody)) {
    const changed = { ...inverted, [name]: !value };
    if (typeof value === 'boolean' && requests.accepts(schema, changed)) inverted = changed;
  }
  return [withBodyValue(draft, inverted)];
}

// A server that rejects the value of one property rejects all of them together: the properties that no working draft has are
// set one by one.
function listRemaining(
  { context: { session } }: ResourceClient,
  put: Operation,
  { fullest, smallest }: { fullest: Draft; smallest: Draft },
): Draft[] {
  const fullestBody = sentObject(fullest) ?? {};
  const least = sentObject(smallest);
  const schema = bodyMediaType(smallest)?.schema;
  if (!least || !schema) return [];
  const { requests: space } = session;
  const random = createRandom(session.options.seed);
  const builder = new ValueBuilder(space, { members: 'none', choose: () => 0, random });
  return [...writableProperties(session, put)]
    .filter(([name]) => !Object.hasOwn(fullestBody, name))
    .map(([name, located]) => ({ ...least, [name]: builder.build([located]) }))
    .filter((value) => space.accepts(schema, value))
    .slice(0, MOST_PATCHES)
    .map((value) => withBodyValue(smallest, value));
}

async function checkUpdate(client: ResourceClient, resource: Resource, draft: Draft): Promise<void> {
  const { operation } = draft;
  if (!client.collection.read) return checkUnread(client, resource, draft);
  const before = await client.read(resource);
  const exchange = before && (await client.update(operation, resource, draft));
  const sent = exchange && sentResource(exchange.draft, client.context.session.conventions);
  if (!before || !sent || !exchange || !isCarriedOut(exchange)) return;
  const after = await client.read(resource);
  if (!after) return;
  await runStateChecks([putStatus], { client, operation, exchange, hasExisted: true });
  await runStateChecks(UPDATE_CHECKS, { client, resource, operation, draft, sent, exchange, before, after });
}

// Without a read, only the list and the response show what the server stored.
async function checkUnread(client: ResourceClient, resource: Resource, draft: Draft): Promise<void> {
  const { operation } = draft;
  const before = await readListed(client, resource);
  const exchange = await client.update(operation, resource, draft);
  const sent = exchange && sentObject(exchange.draft);
  if (!exchange || !sent || !isCarriedOut(exchange)) return;
  const value = client.unwrap(exchange);
  const listed = before && (await readListed(client, resource));
  const after = listed ?? (value && { exchange, value });
  if (!after) return;
  const observed = { client, resource, operation, draft, sent, exchange, before: before ?? after, after };
  await runStateChecks([updateLost], observed);
}

/** Compares other resources before and after an update. */
export async function checkNeighbors(
  client: ResourceClient,
  neighbors: readonly Resource[],
  update: () => Promise<void>,
): Promise<void> {
  const { patch, put } = client.collection;
  const operation = patch ?? put;
  const compared = operation ? neighbors : [];
  const before = await Promise.all(compared.map((one) => client.read(one)));
  await update();
  const after = await Promise.all(compared.map((one) => client.read(one)));
  const names = [...writableNames(client)];
  for (const [index, now] of after.entries()) {
    const then = before[index];
    if (!operation || !then || !now) continue;
    const observed = { client, operation, names, before: then, after: now };
    await runStateChecks([updateChangesOtherProperty], observed);
  }
}
