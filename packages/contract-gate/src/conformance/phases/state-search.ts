// Checks full-text searches of a list: by a text that no item contains, and by texts of its items.
import type { JsonObject, Parameter } from '@keyframe/openapi-model';
import { collectIds, collectItems, isAccepted, type ListClient } from '../behavior/list-client.ts';
import { isCutOff, type Page } from '../behavior/pager.ts';
import { runStateChecks } from '../behavior/state-check.ts';
import { filterIgnored } from '../checks/filter-ignored.ts';
import { filterMisses } from '../checks/filter-misses.ts';

const UNKNOWN_TEXT = 'zqxjvkwzq';

const MOST_TEXTS = 8;
// For an index that is updated soon after the list.
const PAUSE_MS = 1_000;
const WORDS = /^[\p{L}\p{N}]{3,40}$/u;

/** Checks one search. */
export async function checkSearch(
  list: ListClient,
  parameter: Parameter,
  all: readonly Page[],
): Promise<void> {
  await checkUnknownText(list, parameter, all);
  const items = collectItems(all).filter((item) => listTexts(item).length > 0);
  const texts = new Set([items[0], items.at(-1)].flatMap((item) => (item ? listTexts(item) : [])));
  const queries = [...texts].filter((text) => isAccepted(list, parameter, text)).slice(0, MOST_TEXTS);
  const first = await searchAll(list, parameter, queries);
  if (first === undefined) return;
  await list.client.context.session.clock.sleep(PAUSE_MS);
  const page = await searchAll(list, parameter, queries);
  if (!page) return;
  const mismatch = {
    client: list.client,
    list,
    exchange: page.exchange,
    message: `No search by \`${parameter.name}\` finds an item by one of its texts.`,
    expected: `an item with one of ${queries.map((text) => `"${text}"`).join(', ')}`,
    received: 'no items',
  };
  await runStateChecks([filterMisses], mismatch);
}

// A search for a text that no item contains must not return all items.
async function checkUnknownText(list: ListClient, parameter: Parameter, all: readonly Page[]): Promise<void> {
  const count = collectIds(all).length;
  const isKnown = JSON.stringify(collectItems(all)).includes(UNKNOWN_TEXT);
  if (isKnown || count < 2 || !isAccepted(list, parameter, UNKNOWN_TEXT)) return;
  const pages = await list.readFiltered(parameter, UNKNOWN_TEXT);
  const [first] = pages;
  const found = collectIds(pages).length;
  if (!first || found < count) return;
  const mismatch = {
    client: list.client,
    list,
    exchange: first.exchange,
    message: `A search for "${UNKNOWN_TEXT}" by \`${parameter.name}\` returned all ${found} items.`,
    expected: `items that match ${UNKNOWN_TEXT}`,
    received: `${found} items`,
  };
  await runStateChecks([filterIgnored], mismatch);
}

// Returns the last page if no search finds anything.
async function searchAll(
  list: ListClient,
  parameter: Parameter,
  queries: readonly string[],
): Promise<Page | undefined> {
  let last: Page | undefined;
  for (const query of queries) {
    const pages = await list.readFiltered(parameter, query);
    if (isCutOff(pages) || collectItems(pages).length > 0) return undefined;
    last = pages[0];
  }
  return last;
}

function listTexts(item: JsonObject): string[] {
  return Object.values(item).filter(
    (value): value is string => typeof value === 'string' && WORDS.test(value),
  );
}
