// Compares stored tasks with the responses to clients: no task lost, none doubled, nothing charged twice.
import type { Account } from '../../support/account.ts';
import type { InProcessOperator } from '../../support/in-process-operator.ts';
import type { Operator } from '../../support/operator.ts';
import type { TaskRecord } from './client.ts';
import { listTaskIds, type Operation, readTaskId } from './operation.ts';
import type { BookedTask, StoredLedger } from './stored-ledger.queries.ts';

/** An operation with the record that it ended with. */
export interface EndedOperation {
  readonly operation: Operation;
  readonly record: TaskRecord;
}

/** The entries of a task of each billing status, in order. */
const ENTRIES: Readonly<Record<string, string>> = {
  charged: 'reserve,charge',
  refunded: 'reserve,refund',
  refund_failed: 'reserve',
};

/** Records that a plan may end with. */
const ENDINGS: Readonly<Record<string, string>> = {
  completed: 'completed charged null',
  provider_failed: 'failed refunded provider_failed',
  timed_out: 'failed refunded timed_out',
  refund_failed: 'failed refund_failed provider_failed',
};

/** Lists what is wrong with the tasks and their entries. */
export function checkTasks(
  ended: readonly EndedOperation[],
  operations: readonly Operation[],
  ledger: StoredLedger,
): string[] {
  const stored = new Map(ledger.tasks.map((task) => [task.id, task]));
  const findings = ended.flatMap((operation) => checkTask(operation, stored));
  for (const id of listTaskIds(operations)) stored.delete(id);
  for (const { id, prompt } of stored.values()) findings.push(`no response contained ${id}: ${prompt}`);
  if (ledger.sum !== 0) findings.push(`the ledger sums to ${ledger.sum}`);
  if (ledger.permitHolders === 0) findings.push('no process held keys in memory, as those of production do');
  return findings;
}

function checkTask({ operation, record }: EndedOperation, stored: ReadonlyMap<string, BookedTask>): string[] {
  const findings: string[] = [];
  const name = operation.idempotencyKey;
  const { status, billing_status: billing, failed_reason: reason, credits } = record;
  if (operation.taskIds.size !== 1)
    findings.push(
      `${name} has the tasks ${[...operation.taskIds].join(', ')} in its responses (expected: one)`,
    );
  if (!operation.credits.has(credits) || operation.credits.size !== 1) {
    findings.push(
      `${name} costs ${[...operation.credits].join(', ')} in its responses, and ${credits} in its task`,
    );
  }
  const ending = `${status} ${billing} ${reason}`;
  if (ending !== ENDINGS[operation.plan.ending])
    findings.push(`${name} ended as ${ending}: ${operation.body}`);
  const task = stored.get(readTaskId(operation));
  const kinds = task?.kinds.join() ?? 'no task';
  if (kinds !== ENTRIES[billing] || task?.isExact !== true) {
    findings.push(`${name} is ${billing}, but its ledger entries are ${kinds}`);
  }
  return findings;
}

/** Lists balances that are not what grants, charges and failed refunds leave, and what the operator's audit finds. */
export async function checkBalances(
  ended: readonly EndedOperation[],
  {
    inProcessOperator,
    operator,
    accounts,
    granted,
  }: {
    inProcessOperator: InProcessOperator;
    operator: Operator;
    accounts: readonly Account[];
    granted: number;
  },
): Promise<string[]> {
  const findings: string[] = [];
  for (const account of accounts) {
    const records = ended
      .filter(({ operation }) => operation.account === account)
      .map(({ record }) => record);
    const sumCredits = (billing: string) =>
      records
        .filter((record) => record.billing_status === billing)
        .reduce((sum, { credits }) => sum + credits, 0);
    const reserved = sumCredits('refund_failed');
    const due = { available: granted - sumCredits('charged') - reserved, reserved };
    const { test } = await inProcessOperator.balances(account.ownerId);
    if (test.available !== due.available || test.reserved !== due.reserved) {
      findings.push(`${account.ownerId} has ${JSON.stringify(test)} (expected: ${JSON.stringify(due)})`);
    }
  }
  const audit = await operator.audit();
  if (!audit.balanced || audit.sum !== 0) findings.push(`ledger audit reported ${JSON.stringify(audit)}`);
  return findings;
}
