// What follows the chaos: everything that was ordered is looked after until nothing moves any more.
import { eventually } from '../eventually.ts';
import { countPending, readBooks } from './books.queries.ts';
import type { EndedOrder } from './judge-books.ts';
import type { Order } from './order.ts';
import type { Shop } from './shop.ts';

/** Nothing moves any more when nothing has moved for so long. */
const STANDSTILL_MS = 120_000;
/** Requests at once while all orders are looked after. */
const AT_ONCE = 16;
/** Orders that are looked at in one go. */
const LOOKED_AT = 64;

/** Where to ask. */
export interface RestPlace {
  readonly api: string;
  readonly databaseUrl: string;
  readonly shop: Shop;
}

/** What was found once all was over. */
export interface Rest {
  readonly ended: readonly EndedOrder[];
  readonly findings: readonly string[];
  /** Orders that had no answer until the chaos was over, and how many of them had been accepted all the same. */
  readonly askedAgain: number;
  readonly acceptedUnheard: number;
}

/** Repeats what was never answered, looks at every order, and waits until all have ended and all callbacks are through. */
export async function comeToRest(place: RestPlace, orders: readonly Order[]): Promise<Rest> {
  const asked = await askAgain(
    place,
    orders.filter(({ taskIds }) => taskIds.size === 0),
  );
  const { ended, running } = await awaitEnds(place, orders);
  const findings = [
    ...asked.findings,
    ...running.map(({ idempotencyKey, taskIds }) => `${idempotencyKey} (${[...taskIds]}) never ends`),
    ...(await awaitCallbacks(place)),
  ];
  return { ...asked, ended, findings };
}

async function askAgain({ api, databaseUrl, shop }: RestPlace, unanswered: readonly Order[]) {
  const { tasks } = await readBooks(databaseUrl);
  const stored = new Map(tasks.map(({ prompt, id }) => [prompt, id]));
  const findings: string[] = [];
  let acceptedUnheard = 0;
  await forEach(unanswered, async (order) => {
    const { idempotencyKey, prompt, taskIds } = order;
    const earlier = stored.get(prompt);
    if (earlier !== undefined) acceptedUnheard += 1;
    if (!(await shop.submit(api, order))) findings.push(`${idempotencyKey} is never accepted`);
    else if (earlier !== undefined && !taskIds.has(earlier)) {
      findings.push(`${idempotencyKey} was accepted as ${earlier}, and again as ${[...taskIds]}`);
    }
  });
  return { findings, askedAgain: unanswered.length, acceptedUnheard };
}

async function awaitEnds({ api, shop }: RestPlace, orders: readonly Order[]) {
  const ended: EndedOrder[] = [];
  const running = orders.filter(({ taskIds }) => taskIds.size > 0);
  const look = (looked: readonly Order[]) =>
    forEach(looked, async (order) => {
      const record = await shop.look(api, order);
      if (record !== undefined && order.ended !== undefined) ended.push({ order, record });
      else running.push(order);
    });
  // All of them at once, then a few at a time: the workers need the machine.
  await look(running.splice(0));
  await untilDone('tasks to end', async () => {
    await look(running.splice(0, LOOKED_AT));
    return running.length;
  });
  return { ended, running };
}

async function awaitCallbacks({ databaseUrl }: RestPlace): Promise<string[]> {
  const left = await untilDone('callbacks to be through', () => countPending(databaseUrl));
  return left === 0 ? [] : [`${left} callbacks are pending`];
}

/** Waits until a count of what is left is 0, as long as it goes down; gives what is left when it does not. */
async function untilDone(what: string, count: () => Promise<number>): Promise<number> {
  let left = Number.POSITIVE_INFINITY;
  while (left > 0) {
    const before = left;
    const fewer = async () => {
      left = await count();
      return left < before ? true : undefined;
    };
    const moved = await eventually(what, fewer, { timeoutMs: STANDSTILL_MS }).catch(() => false);
    if (!moved) return left;
  }
  return left;
}

/** Does something with each item, a few at once. */
async function forEach<TItem>(
  items: readonly TItem[],
  action: (item: TItem) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await action(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
