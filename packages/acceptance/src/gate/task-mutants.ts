// Faults of the records of tasks and of their list.
import {
  header,
  inBody,
  inError,
  type Members,
  onReply,
  onRequest,
  onStatus,
  type ServiceMutant,
  trusting,
  without,
} from './mutant.ts';
import type { ProxiedRequest } from './rewriting-proxy.ts';

const TASK = 'GET /v1/tasks/{id}';
const TASKS = 'GET /v1/tasks';
const DELIVERIES = 'GET /v1/tasks/{id}/deliveries';

function inRecord(name: string, change: (record: Members) => unknown): ServiceMutant {
  return onReply(name, TASK, inBody(change));
}

function inList(name: string, change: (tasks: readonly Members[], list: Members) => unknown): ServiceMutant {
  return onReply(
    name,
    TASKS,
    inBody((body) => change(body.data as Members[], body)),
  );
}

/** Ignores a parameter of the query. */
function ignoring(name: string, parameter: string): ServiceMutant {
  return onRequest(name, TASKS, (request: ProxiedRequest) => {
    const url = new URL(request.path, 'http://localhost');
    url.searchParams.delete(parameter);
    request.path = `${url.pathname}${url.search}`;
  });
}

const OTHER_MODEL: Readonly<Record<string, string>> = {
  'video-2-0': 'video-2-0-mini',
  'video-2-0-fast': 'video-2-0',
  'video-2-0-mini': 'video-2-0-fast',
};

let reads = 0;

/** The faults. */
export const TASK_MUTANTS: readonly ServiceMutant[] = [
  inRecord('a task has an unknown status', (record) => ({ ...record, status: 'paused' })),
  inRecord('a task lacks its billing status', (record) => without(record, 'billing_status')),
  inRecord('a task that is under way is charged', (record) =>
    record.data ? record : { ...record, billing_status: 'charged' },
  ),
  inRecord('a task is completed without a result', (record) =>
    record.data ? without(record, 'data') : { ...record, status: 'completed' },
  ),
  inRecord('a task lacks its reason', (record) => without(record, 'failed_reason')),
  inRecord('a time of creation is a text', (record) => ({ ...record, created_at: 'now' })),
  inRecord('a task shows another model than was submitted', (record) => ({
    ...record,
    model: OTHER_MODEL[String(record.model)],
  })),
  inRecord('a time of creation changes with each read', (record) => ({
    ...record,
    created_at: Number(record.created_at) + ++reads,
  })),
  inRecord('credits change with each read', (record) => ({ ...record, credits: ++reads })),
  onReply('the tasks of others are forbidden', TASK, inErrorOf404(403)),
  onReply('a task that nobody made is a conflict', TASK, inErrorOf404(409)),
  onReply(
    'a missing task has another code',
    TASK,
    inError(404, (error) => ({ ...error, code: 'invalid_request' })),
  ),
  onReply('a task does not say when to poll again', TASK, onStatus(200, header('ratelimit-policy'))),
  trusting('the tasks of others can be read', TASK, (authorization) => authorization !== null),
  inList('the list misses the newest task', ([, ...others], list) => ({ ...list, data: others })),
  inList('the list shows its first task twice', (tasks, list) => ({
    ...list,
    data: [...tasks.slice(0, 1), ...tasks],
  })),
  inList('the list is empty', (_, list) => ({ ...list, data: [] })),
  inList('a task of the list has another model', (tasks, list) => ({
    ...list,
    data: tasks.map((task) => ({ ...task, model: OTHER_MODEL[String(task.model)] })),
  })),
  ignoring('the limit of a page is ignored', 'limit'),
  ignoring('the filter by model is ignored', 'model'),
  ignoring('the filter by status is ignored', 'status'),
  ignoring('the cursor of a list is ignored', 'cursor'),
  onReply(
    'a delivery lacks its attempts',
    DELIVERIES,
    inBody((body) => without(body, Object.keys(body)[0] ?? '')),
  ),
];

function inErrorOf404(status: number) {
  return onStatus(404, (reply) => (reply.status = status));
}
