// The tasks of an owner, the deliveries of a task, and the callbacks of the sandbox. Few programs need them, so they have
// an entry point of their own, which keeps the client small.
import { type ApiPromise, apiPromise } from './api-promise.ts';
import type { CallOptions } from './client-options.ts';
import type {
  SandboxCallbacks,
  SandboxCallbacksQuery,
  Task,
  TaskDeliveries,
  TaskFilters,
  TaskPage,
} from './contract-types.ts';
import type { Client } from './create-client.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import { listSandboxCallbacks, listTaskDeliveries, listTasksPages } from './generated/operations.ts';
import { senders } from './sender.ts';

export type { SandboxCallbacks, SandboxCallbacksQuery, TaskDeliveries, TaskFilters, TaskPage };

/** The tasks that match the filters; `for await` iterates over them and requests each page when it is needed. */
export interface TaskListing extends AsyncIterable<Task> {
  /** Iterates over the pages instead. `next_cursor` continues the list later: pass it as `cursor`. */
  pages(): AsyncIterable<TaskPage>;
}

/**
 * Lists the tasks of the key's owner in the key's mode, newest first; sends nothing until it is iterated over.
 * `GET /v1/tasks`.
 * @throws {ConfigurationError} for a client that `createClient` did not create
 */
export function listTasks(client: Client, filters: TaskFilters = {}, options?: CallOptions): TaskListing {
  const pages = listTasksPages(getSender(client), { query: filters }, options);
  return { [Symbol.asyncIterator]: () => pages.items(), pages: () => pages };
}

/**
 * Gets the delivery of a task's callback with its attempts, once there is one. `GET /v1/tasks/{id}/deliveries`.
 * @throws {ConfigurationError} for a client that `createClient` did not create
 */
export function getDeliveries(
  client: Client,
  taskId: string,
  options?: CallOptions,
): ApiPromise<TaskDeliveries> {
  return apiPromise(listTaskDeliveries(getSender(client), { path: { id: taskId } }, options));
}

/**
 * Gets the callbacks of test tasks that ended after a `position` of an earlier response; without one, only the position
 * where later callbacks follow. `GET /v1/sandbox/callbacks`.
 * @throws {ConfigurationError} for a client that `createClient` did not create
 */
export function getSandboxCallbacks(
  client: Client,
  query: SandboxCallbacksQuery = {},
  options?: CallOptions,
): ApiPromise<SandboxCallbacks> {
  return apiPromise(listSandboxCallbacks(getSender(client), { query }, options));
}

function getSender(client: Client) {
  const sender = senders.get(client);
  if (sender) return sender;
  throw new ConfigurationError('client must come from createClient of this copy of @keyframe/client.');
}
