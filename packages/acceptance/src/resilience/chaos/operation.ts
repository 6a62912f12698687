// One operation: a submission that is repeated with the same Idempotency-Key until it has an answer.
import type { Account } from '../../support/account.ts';
import type { OperationPlan } from './plan.ts';

/** A submission with the answers so far. */
export interface Operation {
  readonly plan: OperationPlan;
  readonly account: Account;
  readonly idempotencyKey: string;
  /** Unique to the operation: it identifies the task. */
  readonly prompt: string;
  /** The request's body, the same at every attempt. */
  readonly body: string;
  /** The URL of its callback; undefined without one. */
  readonly callbackPath: string | undefined;
  /** The tasks and prices that answers named: one of each, or something is wrong. */
  readonly taskIds: Set<string>;
  readonly credits: Set<number>;
  /** Attempts without an answer, or with one that says to come back later. */
  lost: number;
  /** Its record once it was seen terminal, as text. */
  ended: string | undefined;
}

const DIRECTIVES = {
  completed: '',
  provider_failed: '#sandbox:fail=provider_failed',
  timed_out: '#sandbox:timeout',
  refund_failed: '#sandbox:refund_failed',
} as const;

/** Creates the `number`th operation. */
export function createOperation(
  number: number,
  plan: OperationPlan,
  { account, receiverUrl }: { account: Account; receiverUrl: string },
) {
  const callbackPath = plan.refusals === undefined ? undefined : `/callbacks/${number}`;
  const delay = plan.delay === 0 ? '' : `#sandbox:delay=${plan.delay}s`;
  const prompt = `operation ${number} ${DIRECTIVES[plan.ending]} ${delay}`;
  const body = JSON.stringify({
    model: 'video-2-0-mini',
    ...(callbackPath === undefined ? {} : { callback_url: receiverUrl + callbackPath }),
    input: { prompt, duration: 4, resolution: '480p', generate_audio: false },
  });
  const operation: Operation = {
    plan,
    account,
    idempotencyKey: `operation-${number}`,
    prompt,
    body,
    callbackPath,
    taskIds: new Set(),
    credits: new Set(),
    lost: 0,
    ended: undefined,
  };
  return operation;
}

/** Lists the tasks that responses contained. */
export function listTaskIds(operations: readonly Pick<Operation, 'taskIds'>[]): string[] {
  return operations.flatMap(({ taskIds }) => [...taskIds]);
}

/** Returns the task of an operation that has a response. */
export function readTaskId({ idempotencyKey, taskIds }: Operation): string {
  const [taskId] = taskIds;
  if (taskId === undefined) throw new Error(`${idempotencyKey} was never accepted.`);
  return taskId;
}
