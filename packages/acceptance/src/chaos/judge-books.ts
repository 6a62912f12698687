// Holds what is stored against what customers were told: no task lost, none doubled, nothing charged twice.
import type { Account } from '../account.ts';
import type { Operator } from '../operator.ts';
import type { OperatorDesk } from '../operator-desk.ts';
import type { Books } from './books.queries.ts';
import { type Order, taskIdOf } from './order.ts';
import type { TaskRecord } from './shop.ts';

/** An order with the record that it ended with. */
export interface EndedOrder {
  readonly order: Order;
  readonly record: TaskRecord;
}

/** What was booked for a task of each billing status, in order. */
const ENTRIES: Readonly<Record<string, string>> = {
  charged: 'reserve,charge',
  refunded: 'reserve,refund',
  refund_failed: 'reserve',
};

/** Which records a plan may end with. */
const ENDINGS: Readonly<Record<string, string>> = {
  completed: 'completed charged null',
  provider_failed: 'failed refunded provider_failed',
  timed_out: 'failed refunded timed_out',
  refund_failed: 'failed refund_failed provider_failed',
};

/** Lists what is wrong with the tasks and their entries. */
export function judgeTasks(ended: readonly EndedOrder[], orders: readonly Order[], books: Books): string[] {
  const findings: string[] = [];
  const stored = new Map(books.tasks.map((task) => [task.id, task]));
  for (const { order, record } of ended) {
    const name = order.idempotencyKey;
    const { status, billing_status: billing, failed_reason: reason, credits } = record;
    if (order.taskIds.size !== 1) findings.push(`${name} was answered with ${[...order.taskIds].join(', ')}`);
    if (!order.credits.has(credits) || order.credits.size !== 1) {
      findings.push(`${name} was priced ${[...order.credits].join(', ')}, its task says ${credits}`);
    }
    const ending = `${status} ${billing} ${reason}`;
    if (ending !== ENDINGS[order.plan.ending]) findings.push(`${name} ended as ${ending}: ${order.body}`);
    const task = stored.get(taskIdOf(order));
    const kinds = task?.kinds.join() ?? 'no task';
    if (kinds !== ENTRIES[billing] || task?.isExact !== true) {
      findings.push(`${name} is ${billing}, and booked as ${kinds}`);
    }
  }
  for (const id of orders.flatMap(({ taskIds }) => [...taskIds])) stored.delete(id);
  for (const { id, prompt } of stored.values()) findings.push(`nobody was told of ${id}: ${prompt}`);
  if (books.sum !== 0) findings.push(`the ledger sums to ${books.sum}`);
  return findings;
}

/** Lists balances that are not what grants, charges and stuck refunds leave, and what the operator's audit finds. */
export async function judgeBalances(
  ended: readonly EndedOrder[],
  {
    desk,
    operator,
    accounts,
    granted,
  }: { desk: OperatorDesk; operator: Operator; accounts: readonly Account[]; granted: number },
): Promise<string[]> {
  const findings: string[] = [];
  for (const account of accounts) {
    const records = ended.filter(({ order }) => order.account === account).map(({ record }) => record);
    const sumOf = (billing: string) =>
      records
        .filter((record) => record.billing_status === billing)
        .reduce((sum, { credits }) => sum + credits, 0);
    const reserved = sumOf('refund_failed');
    const due = { available: granted - sumOf('charged') - reserved, reserved };
    const { test } = await desk.balances(account.ownerId);
    if (test.available !== due.available || test.reserved !== due.reserved) {
      findings.push(`${account.ownerId} has ${JSON.stringify(test)}, due is ${JSON.stringify(due)}`);
    }
  }
  const audit = await operator.audit();
  if (!audit.balanced || audit.sum !== 0) findings.push(`ledger audit says ${JSON.stringify(audit)}`);
  return findings;
}
