// The ways of an order's customer to the service, and what may come back while it is being killed: the answer, an
// answer that says to come back, or none.
import { type Order, taskIdOf } from './order.ts';

const PATIENCE_MS = 20_000;
const SAYS_WHEN = /"code":"internal_error".*"retry_after":\d+/;
const RUNNING = new Set(['queued', 'generating']);
const TERMINAL = new Set(['completed', 'failed']);

/** Asks the service and takes down what it must never answer. */
export interface Shop {
  /** Submits an order once; true when it is accepted. */
  submit(api: string, order: Order, patienceMs?: number): Promise<boolean>;
  /** Reads an order's record; undefined when there was no answer. */
  look(api: string, order: Order): Promise<TaskRecord | undefined>;
  /** What was answered that nothing excuses. */
  readonly complaints: readonly string[];
}

/** The part of a task record that orders are judged by. */
export interface TaskRecord {
  readonly id: string;
  readonly status: string;
  readonly billing_status: string;
  readonly credits: number;
  readonly failed_reason: string | null;
  readonly data?: { readonly results: readonly string[] };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Opens the shop. */
export function openShop(): Shop {
  const complaints: string[] = [];

  async function ask(url: string, init: RequestInit, subject: string): Promise<Answer | undefined> {
    const answer = await fetch(url, init)
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      // Nobody there, hung up, or the process was killed while it answered.
      .catch(() => undefined);
    if (answer === undefined || answer.status !== 500) return answer;
    // The one excuse for a 500 is that PostgreSQL is away, which says when to come back.
    if (!SAYS_WHEN.test(answer.body)) complain(subject, answer);
    return undefined;
  }

  function complain(subject: string, { status, body }: Answer): void {
    complaints.push(`${subject} was answered ${status} ${body}`);
  }

  return {
    complaints,
    async submit(api, order, patienceMs = PATIENCE_MS) {
      const init = {
        method: 'POST',
        headers: {
          authorization: `Bearer ${order.account.key}`,
          'content-type': 'application/json',
          'idempotency-key': order.idempotencyKey,
        },
        body: order.body,
        signal: AbortSignal.timeout(patienceMs),
      };
      const answer = await ask(`${api}/v1/videos/generations`, init, order.idempotencyKey);
      if (answer?.status === 202) {
        const { taskId, credits } = JSON.parse(answer.body);
        order.taskIds.add(taskId);
        order.credits.add(credits);
        return true;
      }
      if (answer !== undefined) complain(order.idempotencyKey, answer);
      order.lost += 1;
      return false;
    },
    async look(api, order) {
      const taskId = taskIdOf(order);
      const init = {
        headers: { authorization: `Bearer ${order.account.key}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      };
      const answer = await ask(`${api}/v1/tasks/${taskId}`, init, taskId);
      if (answer === undefined) return undefined;
      if (answer.status !== 200) {
        complain(taskId, answer);
        return undefined;
      }
      const record: TaskRecord = JSON.parse(answer.body);
      if (!RUNNING.has(record.status) && !TERMINAL.has(record.status)) complain(taskId, answer);
      if (TERMINAL.has(record.status)) order.ended ??= answer.body;
      if (order.ended !== undefined && order.ended !== answer.body) {
        complaints.push(`${taskId} has ended as ${order.ended}, and is now ${answer.body}`);
      }
      return record;
    },
  };
}
