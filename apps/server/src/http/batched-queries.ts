/** The queries of the hot paths: requests that arrive together ask the database together. */

import {
  type AuthenticatedKey,
  type AuthenticationRequest,
  authenticateKeys,
} from '../auth/authentication.queries.ts';
import { batched } from '../db/batch.ts';
import { isItemError } from '../db/errors.ts';
import { type Poll, type PollQuotas, type PollRequest, pollTasks } from '../tasks/poll.queries.ts';
import { createSubmit, type SubmitServices, type SubmitTask } from '../tasks/submit.ts';

export interface BatchedQueries {
  readonly authenticateKey: (request: AuthenticationRequest) => Promise<AuthenticatedKey | undefined>;
  readonly pollTask: (request: PollRequest) => Promise<Poll | undefined>;
  readonly submitTask: SubmitTask;
}

const BATCHES = { concurrency: 2, size: 128, isItemError };

/** Creates the queries of one process. */
export function createBatchedQueries(services: SubmitServices, quotas: PollQuotas): BatchedQueries {
  const { pool } = services;
  return {
    authenticateKey: batched(
      (requests: readonly AuthenticationRequest[]) => authenticateKeys(pool, requests),
      BATCHES,
    ),
    pollTask: batched((requests: readonly PollRequest[]) => pollTasks(pool, requests, quotas), BATCHES),
    submitTask: createSubmit(services),
  };
}
