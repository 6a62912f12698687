// The load: customers who order, look after an earlier order, come back to one whose answer was lost, and pause.
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../account.ts';
import type { Receiver } from '../receiver.ts';
import { createOrder, type Order } from './order.ts';
import type { OrderPlan } from './plan.ts';
import type { Shop } from './shop.ts';

/** Are at work until they are told to leave. */
export interface Customers {
  readonly orders: readonly Order[];
  /** How many submissions were accepted so far, repeated ones included. */
  readonly accepted: number;
  /** Resolves when every request under way has its answer; orders without one stay so. */
  leave(): Promise<void>;
}

/** Whom customers order from, and as whom. */
export interface Market {
  readonly shop: Shop;
  readonly apis: readonly string[];
  readonly accounts: readonly Account[];
  readonly receiver: Receiver;
  readonly plans: readonly OrderPlan[];
}

/** With so many orders without an answer nobody places another one. */
const UNANSWERED = 16;

/** Lets `count` customers in. */
export function letIn(market: Market, count: number): Customers {
  const orders: Order[] = [];
  const unanswered: Order[] = [];
  let isOpen = true;
  let turn = 0;
  let acceptances = 0;

  const nextApi = () => {
    turn += 1;
    return pick(market.apis, turn);
  };
  const place = (): Order => {
    const number = orders.length;
    const plan = pick(market.plans, number);
    const account = pick(market.accounts, number);
    const order = createOrder(number, plan, { account, receiverUrl: market.receiver.url });
    if (order.callbackPath !== undefined) market.receiver.answer(order.callbackPath, plan.refusals ?? []);
    orders.push(order);
    return order;
  };
  const submit = async (order: Order, patienceMs?: number) => {
    const { shop } = market;
    const apis = order.plan.isDoubled ? [nextApi(), nextApi()] : [nextApi()];
    const accepted = await Promise.all(apis.map((api) => shop.submit(api, order, patienceMs)));
    acceptances += accepted.filter(Boolean).length;
    // Who hung up comes back when all is over.
    if (!accepted.includes(true) && patienceMs === undefined) unanswered.push(order);
  };
  const shopAround = async () => {
    while (isOpen) {
      const unlucky = unanswered.shift();
      if (unlucky !== undefined) await submit(unlucky);
      const order = unanswered.length < UNANSWERED ? place() : undefined;
      if (order !== undefined) await submit(order, order.plan.patienceMs);
      const earlier = orders[Math.floor(orders.length / 2)];
      if (earlier !== undefined && earlier.taskIds.size > 0) await market.shop.look(nextApi(), earlier);
      await wait(pick(market.plans, turn).pauseMs);
    }
  };

  const shopping = Array.from({ length: count }, shopAround);
  return {
    orders,
    get accepted() {
      return acceptances;
    },
    async leave() {
      isOpen = false;
      await Promise.all(shopping);
    },
  };
}

function pick<TItem>(items: readonly TItem[], index: number): TItem {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
