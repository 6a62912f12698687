// A service on loopback that respects Idempotency-Keys and records what it reserves, so that tests can compare the client
// with its ledger.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@keyframe/test-kit';
import { COMPLETED, GENERATING, QUEUED } from './records.ts';

/** A running service; `await using` stops it with all its connections. */
export interface LedgerService extends AsyncDisposable {
  url: string;
  /** Ids of the accepted and paid tasks, in their order. */
  accepted: string[];
}

/** Count of polls before a task is completed. */
const RECORDS = [QUEUED, GENERATING, COMPLETED];

export async function startLedgerService(): Promise<LedgerService> {
  const taskOfKey = new Map<string, string>();
  const polls = new Map<string, number>();
  const submit = (key: string) => {
    const known = taskOfKey.get(key);
    if (known !== undefined) return known;
    const taskId = `task_${taskOfKey.size + 1}`;
    taskOfKey.set(key, taskId);
    return taskId;
  };
  const query = (taskId: string) => {
    const count = polls.get(taskId) ?? 0;
    polls.set(taskId, count + 1);
    return { ...RECORDS[Math.min(count, RECORDS.length - 1)], id: taskId };
  };
  const server = createServer(async (request, response) => {
    await text(request);
    const isSubmission = request.method === 'POST';
    const body = isSubmission
      ? { taskId: submit(String(request.headers['idempotency-key'])), credits: 50 }
      : query(request.url?.split('/').at(-1) ?? '');
    response.writeHead(isSubmission ? 202 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    get accepted() {
      return [...taskOfKey.values()];
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
