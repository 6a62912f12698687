/**
 * Searches in the prompts of an owner, newest first. PostgreSQL has no index for that: pg_trgm is an extension that the
 * embedded server lacks. A prompt may have 256 KiB, so a search is bounded by time instead of by a number of tasks: it
 * examines small batches until its page is full or its time is over, and the next page continues there.
 */
import type { Database } from '../db/database.ts';
import type { Page, PageRequest } from '../db/page.ts';
import type { TaskFilter } from './filter-conditions.ts';
import { listTaskSummaries, type TaskSummary } from './listing.queries.ts';

/** Time after which no further batch starts. */
const SEARCH_MS = 200;
/** Tasks of a batch. With the longest prompts, a batch decompresses 25 MiB. */
const BATCH = 100;

/** A filter by a part of the prompt. */
export type PromptSearch = TaskFilter &
  PageRequest & { readonly ownerId: string; readonly promptPart: string };

/** Lists tasks whose prompt contains a text; a page may be empty and still have a next one. */
export async function searchPrompts(
  database: Database,
  { limit, ...search }: PromptSearch,
  now: () => number = () => performance.now(),
): Promise<Page<TaskSummary>> {
  const end = now() + SEARCH_MS;
  const items: TaskSummary[] = [];
  let { after } = search;
  for (;;) {
    const rest = { ...search, after, limit: limit - items.length, maxExamined: BATCH };
    const page = await listTaskSummaries(database, rest);
    items.push(...page.items);
    if (page.next === undefined || items.length >= limit || now() >= end) return { items, next: page.next };
    after = page.next;
  }
}
