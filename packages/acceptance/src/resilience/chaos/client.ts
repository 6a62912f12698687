// Sends one operation to a service that is being killed: what may come back is the answer, an answer that says when to
// retry, or none.
import { type Operation, readTaskId } from './operation.ts';

const REQUEST_TIMEOUT_MS = 20_000;
const SAYS_WHEN = /"code":"internal_error".*"retry_after":\d+/;
const RUNNING = new Set(['queued', 'generating']);
const TERMINAL = new Set(['completed', 'failed']);

/** Sends requests, and collects the answers that the contract never allows. */
export interface ChaosClient {
  /** Submits an operation once; true when it is accepted. */
  submit(api: string, operation: Operation, abortAfterMs?: number): Promise<boolean>;
  /** Reads an operation's record; undefined when there was no answer. */
  read(api: string, operation: Operation): Promise<TaskRecord | undefined>;
  /** Answers that nothing excuses. */
  readonly violations: readonly string[];
}

/** The part of a task record that the checkers read. */
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

/** Creates a client without any violation yet. */
export function createChaosClient(): ChaosClient {
  const violations: string[] = [];

  async function ask(url: string, init: RequestInit, subject: string): Promise<Answer | undefined> {
    const answer = await fetch(url, init)
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      // Nobody there, hung up, or the process was killed while it answered.
      .catch(() => undefined);
    if (answer === undefined || answer.status !== 500) return answer;
    // The one excuse for a 500 is that PostgreSQL is away, which says when to come back.
    if (!SAYS_WHEN.test(answer.body)) report(subject, answer);
    return undefined;
  }

  function report(subject: string, { status, body }: Answer): void {
    violations.push(`${subject} received ${status} ${body}`);
  }

  return {
    violations,
    async submit(api, operation, abortAfterMs = REQUEST_TIMEOUT_MS) {
      const init = {
        method: 'POST',
        headers: {
          authorization: `Bearer ${operation.account.key}`,
          'content-type': 'application/json',
          'idempotency-key': operation.idempotencyKey,
        },
        body: operation.body,
        signal: AbortSignal.timeout(abortAfterMs),
      };
      const answer = await ask(`${api}/v1/videos/generations`, init, operation.idempotencyKey);
      if (answer?.status === 202) {
        const { taskId, credits } = JSON.parse(answer.body);
        operation.taskIds.add(taskId);
        operation.credits.add(credits);
        return true;
      }
      if (answer !== undefined) report(operation.idempotencyKey, answer);
      operation.lost += 1;
      return false;
    },
    async read(api, operation) {
      const taskId = readTaskId(operation);
      // A read that overlaps another one may see an earlier state than that one.
      const { ended } = operation;
      const init = {
        headers: { authorization: `Bearer ${operation.account.key}` },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      };
      const answer = await ask(`${api}/v1/tasks/${taskId}`, init, taskId);
      if (answer === undefined) return undefined;
      if (answer.status !== 200) {
        report(taskId, answer);
        return undefined;
      }
      const record: TaskRecord = JSON.parse(answer.body);
      if (!RUNNING.has(record.status) && !TERMINAL.has(record.status)) report(taskId, answer);
      const isTerminal = TERMINAL.has(record.status);
      if (isTerminal) operation.ended ??= answer.body;
      const expected = isTerminal ? operation.ended : ended;
      if (expected !== undefined && expected !== answer.body) {
        violations.push(`${taskId} has ended as ${expected}, and is now ${answer.body}`);
      }
      return record;
    },
  };
}
