/** The queries of the hot paths: requests that arrive together ask the database together. */
import { isItemError } from '../db/errors.ts';
import { grouped } from '../db/group.ts';
import { type Access, type AccessRequest, checkAccess } from '../keys/access.queries.ts';
import { type Poll, type PollQuotas, type PollRequest, pollTasks } from '../tasks/poll.queries.ts';
import { createSubmit, type SubmitServices, type SubmitTask } from '../tasks/submit.ts';

export interface GroupedQueries {
  readonly checkAccess: (request: AccessRequest) => Promise<Access | undefined>;
  readonly pollTask: (request: PollRequest) => Promise<Poll | undefined>;
  readonly submitTask: SubmitTask;
}

const GROUPS = { concurrency: 2, size: 128, isItemError };

/** Creates the queries of one process. */
export function createGroupedQueries(services: SubmitServices, quotas: PollQuotas): GroupedQueries {
  const { pool } = services;
  return {
    checkAccess: grouped((requests: readonly AccessRequest[]) => checkAccess(pool, requests), GROUPS),
    pollTask: grouped((requests: readonly PollRequest[]) => pollTasks(pool, requests, quotas), GROUPS),
    submitTask: createSubmit(services),
  };
}
