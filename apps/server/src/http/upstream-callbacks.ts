/** Where another service of this contract, which makes the videos, tells of their end. */
import { CallbackError, unwrapCallback } from '@keyframe/client/webhooks';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '../db/database.ts';
import { UPSTREAM_CALLBACK_PATH } from '../generation/upstream/upstream-settings.ts';
import { recordEvent } from '../generation/upstream/upstream-tasks.queries.ts';
import { invalidRequest, notFound } from './errors.ts';

/** No callback of the contract is nearly as large. */
const MAX_BODY_BYTES = 64 * 1024;

/** Serves the callbacks of one upstream: 200 once one is stored, 400 for one that does not verify. */
export function upstreamCallbackRoutes(database: Database, secrets: readonly string[]): Hono {
  const routes = new Hono();
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw invalidRequest(`body: must not be larger than ${MAX_BODY_BYTES} bytes`);
    },
  });
  routes.post(`${UPSTREAM_CALLBACK_PATH}/:taskId`, limit, async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const { headers } = context.req.raw;
    const event = await unwrapCallback({ body, headers }, { secrets }).catch((error: unknown) => {
      throw error instanceof CallbackError ? invalidRequest(error.message) : error;
    });
    const isKnown = await recordEvent(database, context.req.param('taskId'), event);
    if (!isKnown) throw notFound('Task not found.');
    return context.json({ recorded: true });
  });
  return routes;
}
