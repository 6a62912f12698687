import type { Handlers } from '@keyframe/contract/hono';
import type { Database } from '../../db/database.ts';
import { decodeCursor, encodeCursor } from '../../db/page.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import { listTasks as listStoredTasks } from '../../tasks/listing.queries.ts';
import { taskRecord } from '../../tasks/record.ts';
import type { AppEnv } from '../app-env.ts';
import { invalidRequest } from '../errors.ts';
import { responseFields } from '../middleware/authentication.ts';

/** Answers GET /v1/tasks: tasks of the key's owner and mode (AUT-5). */
export function listTasks({
  database,
  links,
}: {
  readonly database: Database;
  readonly links: ResultLinks;
}): Handlers<AppEnv>['listTasks'] {
  return async (context, reply) => {
    const { ownerId, mode } = context.get('key');
    const { cursor, limit, status, model, created_from, created_before } = context.req.valid('query');
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (cursor !== undefined && after === undefined) {
      throw invalidRequest('cursor: must be the next_cursor of an earlier page', 'cursor');
    }
    const { items, next } = await listStoredTasks(database, {
      ownerId,
      mode,
      status,
      model,
      createdFrom: readMoment(created_from),
      createdBefore: readMoment(created_before),
      after,
      limit,
    });
    const now = new Date();
    return reply({
      status: 200,
      headers: responseFields(context),
      body: {
        data: items.map((task) => taskRecord(task, links, now)),
        next_cursor: next === undefined ? null : encodeCursor(next),
      },
    });
  };
}

function readMoment(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000);
}
