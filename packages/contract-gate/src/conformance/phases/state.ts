// Makes, reads, changes, lists and deletes resources of every kind, one request at a time.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Collection } from '../resources/collections.ts';
import type { Resource } from '../resources/resource-pool.ts';
import { judgeConditions } from '../state/conditions.ts';
import { judgeCreation, judgeIds, judgeReadOnly, judgeSafety } from '../state/creation.ts';
import { judgeDeletion, judgeUnknown } from '../state/deletion.ts';
import { judgeFiles } from '../state/files.ts';
import { judgeFilters } from '../state/filters.ts';
import { judgeLinks, judgeLocation } from '../state/links.ts';
import { judgePages, listSubject } from '../state/lists.ts';
import { judgeNegotiation } from '../state/negotiation.ts';
import { judgeNextLinks } from '../state/next-links.ts';
import { judgeOrders } from '../state/orders.ts';
import { variedDrafts, withoutDefaults } from '../state/other-values.ts';
import { judgeOwnership } from '../state/ownership.ts';
import { judgeRanges } from '../state/ranges.ts';
import { judgeRefusals } from '../state/refusals.ts';
import { judgeSingletons } from '../state/singletons.ts';
import { extremes, Subject, sentObject } from '../state/subject.ts';
import { judgeNeighbors, judgePatches, judgePut } from '../state/updates.ts';
import type { Phase, PhaseContext } from './phase.ts';

/** Judges every collection. */
export const runState: Phase = async (context) => {
  const judged = new Set(context.operations);
  for (const collection of context.pool.collections) {
    const { create, read, list, patch, put, remove } = collection;
    const isWanted = [create, read, list, patch, put, remove].some(
      (operation) => operation && judged.has(operation),
    );
    if (isWanted && !context.session.isOver) await judgeCollection(context, collection);
  }
  await judgeSingletons(context);
  await judgeFiles(context);
  await judgeNegotiation(context);
};

// Enough for pages of two and three, and of different members.
const MOST_DRAFTS = 5;

async function judgeCollection(context: PhaseContext, collection: Collection): Promise<void> {
  const subject = new Subject(context, collection);
  const { create } = collection;
  // What makes resources may be left out of the run by itself.
  const working = create ? context.plans.best(create) : [];
  const ends = extremes(working);
  if (!create || !ends) return;
  const parent = await parentSegments(context, collection);
  const varied = working.filter((draft) => sentObject(draft)).slice(0, MOST_DRAFTS);
  const made: Resource[] = [];
  for (const draft of [
    withoutDefaults(subject, ends.fullest),
    ends.smallest,
    ends.fullest,
    ...varied,
    ...variedDrafts(subject, ends.smallest, askedFor(subject)),
    ...moreDrafts(subject, ends.smallest),
  ]) {
    if (context.session.isOver) return;
    const resource = await subject.create(draft, parent);
    if (resource) made.push(resource);
  }
  const [first, second, third, ...others] = made;
  if (!first || !second) return;
  for (const resource of [first, second, ...others.slice(0, MOST_DRAFTS)])
    await judgeCreation(subject, resource);
  await judgeLocation(subject, first);
  if (first.created) await judgeLinks(subject, first.created);
  await judgeSafety(subject, first);
  await judgeUnknown(subject, first);
  await judgeLists(subject, made);
  await judgeNeighbors(subject, made.slice(1, 3), async () => {
    await judgePatches(subject, first);
    await judgePut(subject, first);
  });
  await judgeConditions(subject, second);
  await judgeRefusals(subject, second);
  await judgeOwnership(subject, first);
  if (third) await judgeDeletion(subject, third, [first, second, ...others]);
  const again = await subject.create(ends.smallest, parent);
  await judgeReadOnly(subject, ends.smallest, parent);
  judgeIds(subject, again ? [...made, again] : made);
}

async function judgeLists(subject: Subject, made: readonly Resource[]): Promise<void> {
  const list = listSubject(subject, made);
  if (!list) return;
  await judgePages(list);
  await judgeFilters(list);
  await judgeNextLinks(list);
  await judgeRanges(list);
  await judgeOrders(list);
}

// The members that parameters of the list are about, by their names or by the orders that they list.
function askedFor({ collection: { list, read } }: Subject): (name: string) => boolean {
  if (!list) return () => read !== undefined && read.parameters.length > 0;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const words = list.parameters.flatMap(({ location, name, schema }) => {
    const listed =
      isJsonObject(schema?.schema) && Array.isArray(schema.schema.enum) ? schema.schema.enum : [];
    return location === 'query' ? [name, ...listed.map(String)].map(plain) : [];
  });
  return (name) => words.some((word) => word.includes(plain(name).replace(/(?:at|on|date|time)$/, '')));
}

// One more than the default page holds, where that is not many.
function moreDrafts(subject: Subject, draft: NonNullable<ReturnType<typeof extremes>>['smallest']) {
  const list = listLimit(subject);
  return list === undefined ? [] : Array.from({ length: list }, () => draft);
}

const MOST_MORE = 25;

function listLimit({ collection: { list } }: Subject): number | undefined {
  const limit = list?.parameters.find(({ name }) => /limit|size|per_?page/i.test(name))?.schema?.schema;
  const standard = typeof limit === 'object' ? limit.default : undefined;
  return typeof standard === 'number' && standard <= MOST_MORE ? Math.max(standard - 5, 0) : undefined;
}

async function parentSegments(
  { pool }: PhaseContext,
  { itemPath }: Collection,
): Promise<ReadonlyMap<number, JsonValue> | undefined> {
  const prefix = itemPath.slice(0, itemPath.lastIndexOf('/'));
  const last = prefix.split('/').findLastIndex((token) => /^\{[^{}]+\}$/.test(token));
  if (last < 0) return undefined;
  const outer = pool.collections.find(
    (one) =>
      one.itemPath ===
      prefix
        .split('/')
        .slice(0, last + 1)
        .join('/'),
  );
  return outer && (await pool.any(outer))?.segments;
}
