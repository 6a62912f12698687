import type { Handlers } from '@keyframe/contract/hono';
import type { Database } from '../../db/database.ts';
import { decodeCursor, encodeCursor } from '../../db/page.ts';
import { markCallbacksFetched } from '../../owners/owners.queries.ts';
import type { ResultLinks } from '../../results/result-links.ts';
import { taskEvent } from '../../tasks/record.ts';
import { listEndedTestTasks } from '../../tasks/sandbox-callbacks.queries.ts';
import type { AppEnv } from '../app-env.ts';
import { invalidRequest, testKeysOnly } from '../errors.ts';
import { responseFields } from '../middleware/authentication.ts';

/** Answers GET /v1/sandbox/callbacks: what the test tasks of the key's owner posted, or would have posted. */
export function listSandboxCallbacks({
  database,
  links,
}: {
  readonly database: Database;
  readonly links: ResultLinks;
}): Handlers<AppEnv>['listSandboxCallbacks'] {
  return async (context, reply) => {
    const { ownerId, mode } = context.get('key');
    if (mode !== 'test') throw testKeysOnly();
    const { after: text, limit } = context.req.valid('query');
    const after = text === undefined ? undefined : decodeCursor(text);
    if (text !== undefined && after === undefined) {
      throw invalidRequest('after: must be the position of an earlier response', 'after');
    }
    const { items, position } = await listEndedTestTasks(database, { ownerId, after, limit });
    if (items.length > 0) await markCallbacksFetched(database, ownerId);
    return reply({
      status: 200,
      headers: responseFields(context),
      body: { data: items.map((task) => taskEvent(task, links)), position: encodeCursor(position) },
    });
  };
}
