// The workload: clients that submit, read an earlier task, retry a submission whose answer was lost, and pause.
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from '../../support/account.ts';
import type { Receiver } from '../../support/receiver.ts';
import type { ChaosClient } from './client.ts';
import { createOperation, type Operation } from './operation.ts';
import type { OperationPlan } from './plan.ts';

/** Clients at work until they are stopped. */
export interface Workload {
  readonly operations: readonly Operation[];
  /** How many submissions were accepted so far, repeated ones included. */
  readonly accepted: number;
  /** Resolves when every request under way has its answer; operations without one stay so. */
  stop(): Promise<void>;
}

/** The servers and owners of the clients' operations. */
export interface WorkloadOptions {
  readonly client: ChaosClient;
  readonly apis: readonly string[];
  readonly accounts: readonly Account[];
  readonly receiver: Receiver;
  readonly plans: readonly OperationPlan[];
  /** Number of the first operation, 0 by default. */
  readonly firstNumber?: number;
}

/** Clients start no operation while this number of operations has no response. */
const UNANSWERED = 16;

/** Starts `count` clients. */
export function startWorkload(options: WorkloadOptions, count: number): Workload {
  const operations: Operation[] = [];
  const unanswered: Operation[] = [];
  let isRunning = true;
  let turn = 0;
  let acceptances = 0;

  const nextApi = () => {
    turn += 1;
    return pick(options.apis, turn);
  };
  const begin = (): Operation => {
    const number = (options.firstNumber ?? 0) + operations.length;
    const plan = pick(options.plans, number);
    const account = pick(options.accounts, number);
    const operation = createOperation(number, plan, { account, receiverUrl: options.receiver.url });
    if (operation.callbackPath !== undefined)
      options.receiver.answer(operation.callbackPath, plan.refusals ?? []);
    operations.push(operation);
    return operation;
  };
  const submit = async (operation: Operation, abortAfterMs?: number) => {
    const { client } = options;
    const apis = operation.plan.isDoubled ? [nextApi(), nextApi()] : [nextApi()];
    const accepted = await Promise.all(apis.map((api) => client.submit(api, operation, abortAfterMs)));
    acceptances += accepted.filter(Boolean).length;
    // The drain retries operations that the client aborted.
    if (!accepted.includes(true) && abortAfterMs === undefined) unanswered.push(operation);
  };
  const runClient = async () => {
    while (isRunning) {
      const lost = unanswered.shift();
      if (lost !== undefined) await submit(lost);
      const operation = unanswered.length < UNANSWERED ? begin() : undefined;
      if (operation !== undefined) await submit(operation, operation.plan.abortAfterMs);
      const earlier = operations[Math.floor(operations.length / 2)];
      if (earlier !== undefined && earlier.taskIds.size > 0) await options.client.read(nextApi(), earlier);
      await wait(pick(options.plans, turn).pauseMs);
    }
  };

  const clients = Array.from({ length: count }, runClient);
  return {
    operations,
    get accepted() {
      return acceptances;
    },
    async stop() {
      isRunning = false;
      await Promise.all(clients);
    },
  };
}

function pick<TItem>(items: readonly TItem[], index: number): TItem {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('Expected at least one item.');
  return item;
}
