// The names under which users of the client meet the schemas of the contract.
import type { components } from '@keyframe/contract';

type Schemas = components['schemas'];

/** What `create` takes: a model and the input of one of the three modes. */
export type VideoGenerationRequest = Schemas['VideoGenerationRequest'];

/** What `create` gives: the id of the task and the credits reserved for it. */
export type VideoGenerationAccepted = Schemas['VideoGenerationAccepted'];

/** The record of a task; `status` tells which of the four it is. */
export type Task = Schemas['Task'];

/** A record that will not change its status again. */
export type FinishedTask = Schemas['CompletedTask'] | Schemas['FailedTask'];

export type ErrorDetail = Schemas['ErrorDetail'];

/** The seven codes of the contract. */
export type ErrorCode = ErrorDetail['code'];
