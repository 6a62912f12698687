import type { Actor } from '../../audit/audit.queries.ts';
import { readBalance } from '../../credits/ledger.queries.ts';
import { isId } from '../../id.ts';
import { listFailedRefunds } from '../../tasks/failed-refunds.queries.ts';
import type { TaskFilter } from '../../tasks/filter-conditions.ts';
import { listAllTaskSummaries, listTaskSummaries } from '../../tasks/listing.queries.ts';
import { type PromptSearch, searchPrompts } from '../../tasks/prompt-search.ts';
import { retryRefund } from '../../tasks/retry-refund.ts';
import { findOwnTask, findTask } from '../../tasks/tasks.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { conflict, notFound, rateLimited } from '../errors.ts';
import { readMoment } from '../read-moment.ts';
import { readTimeCursor, showPage } from '../time-cursor.ts';
import { describeSummary, describeTask } from './task-detail.ts';

type TaskOperation = 'listTasks' | 'getTask' | 'retryRefund' | 'listFailedRefunds';
type OperatorTaskOperation =
  | 'listOperatorTasks'
  | 'getOperatorTask'
  | 'retryOperatorRefund'
  | 'listOperatorFailedRefunds';

/** Searches in prompts a minute by all members of a team. */
const SEARCH_QUOTA = 30;

/** The tasks of an owner. */
export function taskOperations(services: OperationServices): Pick<ConsoleHandlers, TaskOperation> {
  const { database } = services;
  return {
    listTasks: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { key_id: keyId, prompt: promptPart, ...query } = context.req.valid('query');
      const filter = { ...createFilter(query), keyId, ownerId };
      const page = await (promptPart === undefined
        ? listTaskSummaries(database, filter)
        : searchOwnPrompts(services, { ...filter, promptPart }));
      return reply({ status: 200, headers: answerHeaders(context), body: showPage(page, describeSummary) });
    },

    getTask: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { taskId } = context.req.valid('param');
      const task = isId('task', taskId) ? await findOwnTask(database, { ownerId, taskId }) : undefined;
      if (task === undefined) throw notFound(`Task ${taskId}`);
      const body = await describeTask(services, task);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    retryRefund: async (context, reply) => {
      const { ownerId: ofOwner } = context.get('membership');
      const { taskId } = context.req.valid('param');
      const body = await refund(services, { taskId, ofOwner, actor: createActor(context) });
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    listFailedRefunds: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { cursor, limit } = context.req.valid('query');
      const page = await listFailedRefunds(database, { ownerId, after: readTimeCursor(cursor), limit });
      return reply({ status: 200, headers: answerHeaders(context), body: showPage(page, describeRefund) });
    },
  };
}

/** The tasks of all owners, as operators see them. */
export function operatorTaskOperations(
  services: OperationServices,
): Pick<ConsoleHandlers, OperatorTaskOperation> {
  const { database } = services;
  return {
    listOperatorTasks: async (context, reply) => {
      const { owner_id: ownerId, ...query } = context.req.valid('query');
      const filter = createFilter(query);
      const page = await (ownerId === undefined
        ? listAllTaskSummaries(database, filter)
        : listTaskSummaries(database, { ...filter, ownerId }));
      return reply({ status: 200, headers: answerHeaders(context), body: showPage(page, describeSummary) });
    },

    getOperatorTask: async (context, reply) => {
      const { taskId } = context.req.valid('param');
      const task = isId('task', taskId) ? await findTask(database, taskId) : undefined;
      if (task === undefined) throw notFound(`Task ${taskId}`);
      const body = await describeTask(services, task);
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    retryOperatorRefund: async (context, reply) => {
      const { taskId } = context.req.valid('param');
      const body = await refund(services, { taskId, actor: createActor(context, 'operator') });
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    listOperatorFailedRefunds: async (context, reply) => {
      const { owner_id: ownerId, cursor, limit } = context.req.valid('query');
      const page = await listFailedRefunds(database, { ownerId, after: readTimeCursor(cursor), limit });
      return reply({ status: 200, headers: answerHeaders(context), body: showPage(page, describeRefund) });
    },
  };
}

interface TaskQuery extends Pick<TaskFilter, 'mode' | 'status' | 'model'> {
  readonly billing_status?: TaskFilter['billingStatus'];
  readonly id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_before?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

function createFilter({ mode, status, model, limit, ...query }: TaskQuery) {
  return {
    mode,
    status,
    model,
    limit,
    billingStatus: query.billing_status,
    idPrefix: query.id,
    createdFrom: readMoment('created_from', query.created_from),
    createdBefore: readMoment('created_before', query.created_before),
    after: readTimeCursor(query.cursor),
  };
}

/** Searches within the limit of the owner, so that searches leave the database to others. */
async function searchOwnPrompts({ database, takeRates }: OperationServices, search: PromptSearch) {
  const bucket = { bucket: `prompt-search:${search.ownerId}`, quota: SEARCH_QUOTA };
  const refusal = await takeRates([bucket]);
  if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
  return searchPrompts(database, search);
}

async function refund(
  { database }: OperationServices,
  request: { readonly taskId: string; readonly ofOwner?: string; readonly actor: Actor },
) {
  const { taskId } = request;
  const retry = isId('task', taskId) ? await retryRefund(database, request) : undefined;
  if (retry === undefined) throw notFound(`Task ${taskId}`);
  const { ownerId, mode, status, billingStatus } = retry.task;
  if (retry.outcome === 'refused') {
    throw conflict(`Task ${taskId} is ${status} and ${billingStatus}: there is no refund to try again.`);
  }
  return {
    task_id: taskId,
    billing_status: billingStatus,
    balance: { ...(await readBalance(database, ownerId, mode)) },
  };
}

function describeRefund(refund: Awaited<ReturnType<typeof listFailedRefunds>>['items'][number]) {
  return {
    task_id: refund.taskId,
    owner_id: refund.ownerId,
    owner_name: refund.ownerName,
    mode: refund.mode,
    credits: refund.credits,
    failed_reason: refund.failedReason,
    failed_at: refund.failedAt.toISOString(),
  };
}
