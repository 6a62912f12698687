/**
 * Answers status queries whose key, limits and task this process holds, without the app: one pass from Node's request to
 * its response, as the app answers, for the requests that are sent most. Every other request is the app's, refusals too.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { operations } from '@keyframe/contract/hono';
import { isId } from '../id.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { ReadTask } from '../tasks/poll.queries.ts';
import { type ShownTask, taskRecord } from '../tasks/record.ts';
import { type HeldQuery, holdEnded, type StatusMemory } from '../tasks/status-memory.ts';
import { countRequest } from '../telemetry/metrics.ts';
import { createRequestId } from '../telemetry/tracing.ts';
import { createAnswerWriter, readToken, type WriteAnswer } from './direct-answers.ts';
import { createHostCheck } from './middleware/allowed-hosts.ts';
import { formatRates, type RatePolicy, type Rates } from './middleware/rate-limits.ts';
import { pollAfterSeconds } from './operations/get-task.ts';

export interface StatusListenerServices {
  readonly statusMemory: Pick<StatusMemory, 'find' | 'use'>;
  readonly readTask: ReadTask;
  readonly links: ResultLinks;
  readonly rates: Pick<Rates, 'status' | 'poll'>;
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
}

const PATH = '/v1/tasks/';
const ROUTE = operations.getTask.route.path;
/** Headers that the app handles: pages of browsers, waits, and bodies that no status query has. */
const HANDLED_BY_APP = ['origin', 'prefer', 'content-length', 'transfer-encoding'];

/** Creates the listener; `app` answers what it does not. */
export async function createStatusListener(
  services: StatusListenerServices,
  app: RequestListener,
): Promise<RequestListener> {
  const { statusMemory: memory, readTask, rates } = services;
  const isAllowedHost = createHostCheck(services.publicUrl, services.allowedHosts);
  const writer: Writer = {
    links: services.links,
    write: await createAnswerWriter(),
    status: { name: 'status', quota: rates.status },
    poll: { name: 'poll', quota: rates.poll },
  };
  const encode = (task: ShownTask) => JSON.stringify(taskRecord(task, writer.links, new Date()));
  return (request, response) => {
    const startedMs = performance.now();
    const query = findQuery(request, memory, startedMs);
    if (query === undefined || !isAllowedHost(request.headers.host ?? '')) return app(request, response);
    memory.use(query, startedMs);
    // It answers in the words of the contract.
    const refer = () => app(request, response);
    const { ended } = query.task;
    if (ended !== undefined && startedMs < ended.untilMs) {
      try {
        ended.body ??= encode(ended.task);
      } catch {
        return refer();
      }
      return answer(response, writer, { query, startedMs, task: ended.task, body: ended.body });
    }
    const { ownerId, id } = query.task;
    readTask({ ownerId, taskId: id })
      .then((task) => {
        if (task === undefined) return refer();
        const body = encode(task);
        query.task.ended = holdEnded(task, performance.now(), body);
        answer(response, writer, { query, startedMs, task, body });
      })
      .catch(refer);
  };
}

function findQuery(
  { method, url, headers }: IncomingMessage,
  memory: StatusListenerServices['statusMemory'],
  nowMs: number,
): HeldQuery | undefined {
  if (method !== 'GET' || url === undefined || !url.startsWith(PATH)) return undefined;
  const taskId = url.slice(PATH.length);
  const token = readToken(headers);
  if (!isId('task', taskId) || token === undefined) return undefined;
  if (HANDLED_BY_APP.some((name) => headers[name] !== undefined)) return undefined;
  return memory.find(token, taskId, nowMs);
}

interface Writer {
  readonly links: ResultLinks;
  readonly write: WriteAnswer;
  readonly status: RatePolicy;
  readonly poll: RatePolicy;
}

interface Answer {
  readonly query: HeldQuery;
  readonly startedMs: number;
  readonly task: ShownTask;
  readonly body: string;
}

function answer(
  response: ServerResponse,
  { write, status, poll }: Writer,
  { query, startedMs, task, body }: Answer,
): void {
  const decision = { allowed: true, ...query.task.permits.describe(startedMs) };
  const rates = formatRates([
    { policy: status, decision: query.key.permits.describe(startedMs) },
    { policy: poll, decision },
  ]);
  const headers = [
    'ratelimit',
    rates.RateLimit,
    'ratelimit-policy',
    rates['RateLimit-Policy'],
    'x-request-id',
    createRequestId(),
  ];
  const waiting = { mode: query.key.mode, now: new Date(), policy: poll, waitedMs: 0 };
  const retryAfter = pollAfterSeconds({ task, decision }, waiting);
  if (retryAfter !== undefined) headers.push('retry-after', String(retryAfter));
  write(response, { status: 200, headers, body });
  const seconds = (performance.now() - startedMs) / 1000;
  countRequest({ method: 'GET', route: ROUTE, status: 200, seconds });
}
