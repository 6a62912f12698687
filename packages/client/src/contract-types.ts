// The names under which users of the client meet the schemas of the contract.
import type { components, operations } from '@keyframe/contract';

type Schemas = components['schemas'];

/** What `videos.create` takes: a model and the input of one of the three modes. */
export type VideoGenerationRequest = Schemas['VideoGenerationRequest'];

/** What `videos.create` gives: the id of the task and the credits reserved for it. */
export type VideoGenerationAccepted = Schemas['VideoGenerationAccepted'];

/** The record of a task; `status` tells which of the four it is. */
export type Task = Schemas['Task'];

export type CompletedTask = Schemas['CompletedTask'];

export type FailedTask = Schemas['FailedTask'];

/** A record that will not change its status again. */
export type FinishedTask = CompletedTask | FailedTask;

/** The balance that a key spends. */
export type CreditBalance = Schemas['CreditBalance'];

/** A model and its prices. */
export type PricedModel = Schemas['PricedModel'];

/** A page of tasks, newest first; `next_cursor` is null on the last one. */
export type TaskPage = Schemas['TaskList'];

/** Which tasks are listed, where the list begins (`cursor`), and how many a page holds (`limit`). */
export type TaskFilters = NonNullable<operations['listTasks']['parameters']['query']>;

/** The delivery of a task's callback with its attempts, once there is one. */
export type TaskDeliveries = Schemas['TaskDeliveries'];

export type ErrorDetail = Schemas['ErrorDetail'];

/** The seven codes of the contract. */
export type ErrorCode = ErrorDetail['code'];
