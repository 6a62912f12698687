// Follows the `Link: <…>; rel="next"` of pages (RFC 8288) where the list documents the header.
import { LIST_MISSES, LIST_REPEATS } from '../checks/state-checks.ts';
import { parameterKey, withParameters } from '../requests/draft.ts';
import { idIn } from '../resources/collections.ts';
import { itemsIn } from '../resources/resource-pool.ts';
import { bodyValue, type Exchange, isSuccess } from '../session.ts';
import { headerOf } from '../wire/wire.ts';
import { type ListSubject, report } from './lists.ts';
import { isWhole, walkPages } from './pager.ts';

const SIZE = 2;
const MOST_LINKS = 40;
const NEXT = /<([^>]*)>\s*;[^,]*rel="?next"?/i;

/** Holds the pages that links lead to, to those that the parameters of the list give. */
export async function judgeNextLinks(given: ListSubject): Promise<void> {
  const { list, ask, draft, paging, subject } = given;
  const { collection } = subject;
  const isDocumented = list.responses.some(
    ({ status, headers }) =>
      status.startsWith('2') && headers.some(({ name }) => name.toLowerCase() === 'link'),
  );
  if (!isDocumented || !paging.limit) return;
  const walked = await walkPages(ask, draft, { collection, paging, size: SIZE });
  const first = await ask(withParameters(draft, [[parameterKey(paging.limit), SIZE]]));
  if (!first || !isSuccess(first) || !isWhole(walked, paging) || walked.length > MOST_LINKS) return;
  const { ids, last, isCircle } = await follow(given, first);
  const missing = walked.flatMap((page) => page.ids).find((id) => !ids.has(id));
  const statement = { shownBy: last, expected: missing ?? 'an end' };
  if (isCircle)
    report(given, {
      ...statement,
      check: LIST_REPEATS,
      message: 'The next links of a list lead in a circle.',
      received: nextOf(last) ?? '',
    });
  else if (missing !== undefined)
    report(given, {
      ...statement,
      check: LIST_MISSES,
      message: 'The next links of a list do not lead to all of its items.',
      received: nextOf(last) ?? 'no next link',
    });
}

function nextOf({ response }: Exchange): string | undefined {
  return NEXT.exec(headerOf(response, 'link') ?? '')?.[1];
}

async function follow(given: ListSubject, first: Exchange) {
  const { session } = given.subject.context;
  const ids = new Set<string>();
  const seen = new Set<string>();
  let last = first;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    for (const item of itemsIn(bodyValue(last)) ?? []) ids.add(String(idIn(item, given.subject.collection)));
    const next = nextOf(last);
    const base = new URL(last.request.target, session.origin);
    if (next === undefined || !URL.canParse(next, base.href)) break;
    const { pathname, search } = new URL(next, base);
    const target = session.withKeys(`${pathname}${search}`);
    if (seen.has(target)) return { ids, last, isCircle: true };
    seen.add(target);
    const exchange = await session.sendRequest(first.draft, { ...first.request, target });
    if (!exchange || !isSuccess(exchange)) break;
    last = exchange;
  }
  return { ids, last, isCircle: false };
}
