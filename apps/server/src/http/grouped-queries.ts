/** The queries of the hot paths: requests that arrive together ask the database together. */
import { isItemError } from '../db/errors.ts';
import { grouped } from '../db/group.ts';
import type { Task } from '../db/tables.ts';
import { type Access, type AccessRequest, checkAccess } from '../keys/access.queries.ts';
import { type RateDecision, type RateRequest, takeRates } from '../keys/rate.queries.ts';
import { createSubmit, type SubmitServices, type SubmitTask } from '../tasks/submit.ts';
import { findTasksOfOwners, type TaskLookup } from '../tasks/tasks.queries.ts';

export interface GroupedQueries {
  readonly checkAccess: (request: AccessRequest) => Promise<Access | undefined>;
  readonly takeRate: (request: RateRequest) => Promise<RateDecision>;
  readonly findTask: (lookup: TaskLookup) => Promise<Task | undefined>;
  readonly submitTask: SubmitTask;
}

const GROUPS = { concurrency: 2, size: 128, isItemError };

/** Creates the queries of one process. */
export function createGroupedQueries(services: SubmitServices): GroupedQueries {
  const { database } = services;
  return {
    checkAccess: grouped((requests: readonly AccessRequest[]) => checkAccess(database, requests), GROUPS),
    takeRate: grouped((requests: readonly RateRequest[]) => takeRates(database, requests), GROUPS),
    findTask: grouped((lookups: readonly TaskLookup[]) => findTasksOfOwners(database, lookups), GROUPS),
    submitTask: createSubmit(services),
  };
}
