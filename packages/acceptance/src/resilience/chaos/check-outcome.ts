// Drains the service after a workload, and compares what it stored and sent with what clients were promised.
import type { Account } from '../../support/account.ts';
import type { InProcessOperator } from '../../support/in-process-operator.ts';
import type { Operator } from '../../support/operator.ts';
import type { Receiver } from '../../support/receiver.ts';
import { checkCallbacks } from './callback-checker.ts';
import { type DrainTarget, drain } from './drain.ts';
import { checkBalances, checkTasks } from './ledger-checker.ts';
import type { Operation } from './operation.ts';
import { checkResults } from './result-checker.ts';
import { readStoredLedger } from './stored-ledger.queries.ts';

/** The service to check, and those who used it. */
export interface OutcomeTarget extends DrainTarget {
  readonly receiver: Pick<Receiver, 'allDeliveries'>;
  readonly inProcessOperator: InProcessOperator;
  readonly operator: Operator;
  readonly accounts: readonly Account[];
  /** Credits that each account was granted. */
  readonly granted: number;
  /** Operations of earlier workloads, which were checked then. */
  readonly earlier?: readonly Operation[];
}

/** Figures of a workload, and findings. */
export interface Outcome {
  readonly figures: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

/** Runs every checker. */
export async function checkOutcome(
  target: OutcomeTarget,
  operations: readonly Operation[],
): Promise<Outcome> {
  const { api, client, databaseUrl, receiver, earlier = [] } = target;
  const earlierPaths = new Set(earlier.map(({ callbackPath }) => callbackPath));
  const drained = await drain(target, operations);
  const stored = await readStoredLedger(databaseUrl);
  const findings = [
    ...client.violations,
    ...drained.findings,
    ...checkTasks(drained.ended, [...earlier, ...operations], stored),
    ...(await checkBalances(drained.ended, target)),
    ...(await checkResults(api, drained.ended)),
    ...checkCallbacks(
      drained.ended,
      receiver.allDeliveries().filter(({ path }) => !earlierPaths.has(path)),
    ),
  ];
  if (stored.deliveries.failed > 0) findings.push(`${stored.deliveries.failed} callbacks failed`);
  const count = (billing: string) =>
    drained.ended.filter(({ record }) => record.billing_status === billing).length;
  const figures = {
    tasks: stored.tasks.length,
    charged: count('charged'),
    refunded: count('refunded'),
    'refund failed': count('refund_failed'),
    'lost answers': drained.ended.reduce((sum, { operation }) => sum + operation.lost, 0),
    'answered only after the load': drained.retried,
    'of these accepted before': drained.acceptedUnanswered,
    'callbacks delivered': stored.deliveries.delivered,
    'requests to the receiver': receiver.allDeliveries().length,
    'processes that held keys in memory': stored.permitHolders,
  };
  return { figures, findings };
}
