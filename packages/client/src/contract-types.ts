// The schemas of the contract, under the names that the client exports.
import type { components, operations } from '@keyframe/contract';

type Schemas = components['schemas'];

/** A request of `videos.create`: a model and the input of one of the three modes. */
export type VideoGenerationRequest = Schemas['VideoGenerationRequest'];

/** The result of `videos.create`: the id of the task and the credits reserved for it. */
export type VideoGenerationAccepted = Schemas['VideoGenerationAccepted'];

/** The record of a task; `status` discriminates its four forms. */
export type Task = Schemas['Task'];

/** The record of a completed task, with its results until they expire. */
export type CompletedTask = Schemas['CompletedTask'];

/** The record of a failed task, with `failed_reason`. */
export type FailedTask = Schemas['FailedTask'];

/** The record of a completed or failed task. */
export type FinishedTask = CompletedTask | FailedTask;

/** The balance that a key spends. */
export type CreditBalance = Schemas['CreditBalance'];

/** A model and its prices. */
export type PricedModel = Schemas['PricedModel'];

/** A page of tasks, newest first; `next_cursor` is null on the last one. */
export type TaskPage = Schemas['TaskList'];

/** Filters of a list of tasks, its start (`cursor`), and its page size (`limit`). */
export type TaskFilters = NonNullable<operations['listTasks']['parameters']['query']>;

/** The delivery of a task's callback with its attempts, once there is one. */
export type TaskDeliveries = Schemas['TaskDeliveries'];

/** Callbacks of test tasks, and the position after them. */
export type SandboxCallbacks = Schemas['SandboxCallbacks'];

/** The position to continue after, and the number of callbacks. */
export type SandboxCallbacksQuery = NonNullable<operations['listSandboxCallbacks']['parameters']['query']>;

export type ErrorDetail = Schemas['ErrorDetail'];

/** The seven codes of the contract. */
export type ErrorCode = ErrorDetail['code'];
