// Creates, reads, changes, lists and deletes resources of each collection, one request at a time.

import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { listOuterPaths, planPaging, simplifyName, writeTemplate } from '@keyframe/openapi-resources';
import type { RunContext } from '../behavior/context.ts';
import { replaceDefaults, varyDraft } from '../behavior/other-values.ts';
import { findExtremes, ResourceClient } from '../behavior/resource-client.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { acceptIgnored } from '../checks/accept-ignored.ts';
import { conditionIgnored } from '../checks/condition-ignored.ts';
import { idReused } from '../checks/id-reused.ts';
import { linkUnresolvable } from '../checks/link-unresolvable.ts';
import { locationUnreadable } from '../checks/location-unreadable.ts';
import { putStatus } from '../checks/put-status.ts';
import { type Draft, sentObject } from '../requests/draft.ts';
import type { Collection } from '../resources/collections.ts';
import type { Resource } from '../resources/resource.ts';
import { describedValues } from '../schema/described-members.ts';
import { checkFiles } from './files.ts';
import { checkListParameters } from './list-parameters.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { checkActions } from './state-actions.ts';
import { checkBatches } from './state-batches.ts';
import { checkCreation, checkReadOnly, checkSafety } from './state-creation.ts';
import { checkDeletion, checkUnknownId } from './state-deletion.ts';
import { checkLists } from './state-lists.ts';
import { checkOwnership } from './state-ownership.ts';
import { checkRejections } from './state-rejections.ts';
import { checkSingletons } from './state-singletons.ts';
import { checkNeighbors, checkPatches, checkPut } from './state-updates.ts';

/** Checks every collection, then singletons, files and negotiation. */
export const runState: Phase = async (context) => {
  const tested = new Set(context.operations);
  const { progress } = context.session;
  progress.plan(context.pool.collections.length);
  for (const collection of context.pool.collections) {
    const { create, read, list, patch, put, remove } = collection;
    const isSelected = [create, read, list, patch, put, remove].some(
      (operation) => operation && tested.has(operation),
    );
    if (isSelected && !context.session.isOver) await checkCollection(context, collection);
    if (!context.session.isOver) progress.advance();
  }
  await checkSingletons(context);
  await checkFiles(context);
  await checkBatches(context);
  await checkReads(context);
};

// Enough for pages of two and three items, with different properties.
const MOST_DRAFTS = 5;

async function checkCollection(context: RunContext, collection: Collection): Promise<void> {
  const client = new ResourceClient(context, collection);
  const { create } = collection;
  // The creating operation may be excluded from the run.
  const working = create ? context.plans.best(create).filter(hasContent) : [];
  const extremes = findExtremes(working);
  if (!create || !extremes) return;
  const parent = await findParent(context, collection);
  const created: Resource[] = [];
  for (const draft of listDrafts(client, working, extremes)) {
    if (context.session.isOver) return;
    const resource = await createResource(client, draft, parent);
    if (resource) created.push(resource);
  }
  const [first, second, third, ...others] = created;
  if (!first || !second) return;
  for (const resource of [first, second, ...others.slice(0, MOST_DRAFTS)])
    await checkCreation(client, resource);
  await runStateChecks([locationUnreadable], { client, resource: first });
  if (first.created) await runStateChecks([linkUnresolvable], { client, exchange: first.created });
  await checkSafety(client, first);
  await checkUnknownId(client, first);
  await checkLists(client, created);
  await checkNeighbors(client, created.slice(1, 3), async () => {
    await checkPatches(client, first);
    await checkPut(client, first);
  });
  await runStateChecks([conditionIgnored], { client, resource: second });
  await checkRejections(client, second);
  await checkOwnership(client, first);
  if (third) await checkDeletion(client, third, [first, second, ...others]);
  await checkActions(client, () => createResource(client, extremes.smallest, parent));
  const again = await createResource(client, extremes.smallest, parent);
  await checkReadOnly(client, extremes.smallest, parent);
  await runStateChecks([idReused], { client, resources: again ? [...created, again] : created });
}

// The creation of several resources accepts an empty list, which creates none.
function hasContent({ body }: Draft): boolean {
  return !(body && 'value' in body && Array.isArray(body.value) && body.value.length === 0);
}

function listDrafts(
  client: ResourceClient,
  working: readonly Draft[],
  { fullest, smallest }: { fullest: Draft; smallest: Draft },
): Draft[] {
  const { session } = client.context;
  const varied = working.filter((draft) => sentObject(draft)).slice(0, MOST_DRAFTS);
  return [
    replaceDefaults(session, fullest),
    smallest,
    fullest,
    ...varied,
    ...varyDraft(session, smallest, selectQueriedProperties(client)),
    ...Array.from({ length: countForDefaultPage(client) }, () => smallest),
  ];
}

async function createResource(
  client: ResourceClient,
  draft: Draft,
  parent: ReadonlyMap<number, JsonValue> | undefined,
): Promise<Resource | undefined> {
  const resource = await client.create(draft, parent);
  const { create, put } = client.collection;
  if (resource?.created && create && create === put) {
    const observed = { client, operation: create, exchange: resource.created, hasExisted: false };
    await runStateChecks([putStatus], observed);
  }
  return resource;
}

// Selects the properties that parameters of the list refer to, by their names or by the orders in their enum.
function selectQueriedProperties(client: ResourceClient): (name: string) => boolean {
  const { list, read } = client.collection;
  const { session } = client.context;
  if (!list) return () => read !== undefined && read.parameters.length > 0;
  const words = list.parameters.flatMap(({ location, name, schema }) => {
    const listed = schema ? describedValues(session.requests.node(schema)) : [];
    return location === 'query' ? [name, ...listed.map(String)].map(simplifyName) : [];
  });
  const suffixes = session.conventions.list('timeSuffix').join('|');
  const suffix = new RegExp(`(?:${suffixes})$`);
  return (name) => words.some((word) => word.includes(simplifyName(name).replace(suffix, '')));
}

const MOST_ADDITIONAL = 25;
const OTHER_DRAFTS = 5;

// One resource more than the default page has items, if that number is small.
function countForDefaultPage({ collection: { list }, context: { session } }: ResourceClient): number {
  const { defaultLimit = Number.POSITIVE_INFINITY } = list ? planPaging(session.reader, list) : {};
  return defaultLimit <= MOST_ADDITIONAL ? Math.max(defaultLimit - OTHER_DRAFTS, 0) : 0;
}

async function findParent(
  { pool }: RunContext,
  { itemPath }: Collection,
): Promise<ReadonlyMap<number, JsonValue> | undefined> {
  const outerPath = listOuterPaths(itemPath).at(-1);
  if (outerPath === undefined) return undefined;
  const outer = pool.collections.find((one) => writeTemplate(one.itemPath) === writeTemplate(outerPath));
  return outer && (await pool.provide(outer))?.segments;
}

/** Checks reading operations: lists with their parameters, and responses with several media types. */
async function checkReads(context: RunContext): Promise<void> {
  const { operations, plans, session } = context;
  const reading = operations.filter(({ method }) => method === 'get');
  await runConcurrently(session, reading, async (operation: Operation) => {
    const [draft] = plans.working(operation);
    if (draft) await session.runChecks([acceptIgnored], { context, draft }, { operation });
  });
  // Other requests may create the resources that they need.
  for (const operation of reading) if (!session.isOver) await checkListParameters(context, operation);
}
