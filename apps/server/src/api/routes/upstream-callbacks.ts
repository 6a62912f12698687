/** Receiver of callbacks from the upstream service, which implements the same contract. */

import { OpenAPIHono } from '@hono/zod-openapi';
import { CallbackError, type CallbackEvent, unwrapCallback } from '@keyframe/client/webhooks';
import { registerCallbacks } from '@keyframe/contract/hono';
import { limitBody, stageMiddleware } from '@keyframe/openapi-runtime/server';
import { UPSTREAM_CALLBACK_PATH } from '@keyframe/upstream-provider';
import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '../../db/database.ts';
import { recordEvent } from '../../generation/upstream-tasks.queries.ts';
import { invalidFields, invalidRequest, notFound, refuseBody } from '../errors.ts';

const CALLBACKS = {
  completed: 'createVideoGeneration.taskCompleted',
  failed: 'createVideoGeneration.taskFailed',
} as const;
const PATH = `${UPSTREAM_CALLBACK_PATH}/:taskId`;
/** No callback of the contract is nearly as large. */
const MAX_BODY_BYTES = 64 * 1024;

/** Serves the callbacks of one upstream: 200 once one is stored, 400 for one that does not verify. */
export function upstreamCallbackRoutes(database: Database, secrets: readonly string[]): OpenAPIHono {
  const routes = new OpenAPIHono({
    defaultHook: (result) => {
      if (result.success) return;
      throw invalidFields(result.error.issues);
    },
  });
  routes.use(PATH, stageMiddleware(limitBody(MAX_BODY_BYTES, refuseBody)), requireSignature(secrets));
  const record = async (context: Context, event: CallbackEvent) => {
    const isKnown = await recordEvent(database, context.req.param('taskId') ?? '', event);
    if (!isKnown) throw notFound('Task not found.');
  };
  return registerCallbacks(
    routes,
    {
      'createVideoGeneration.taskCompleted': async (context, reply) => {
        await record(context, context.req.valid('json'));
        return reply({ status: 200 });
      },
      'createVideoGeneration.taskFailed': async (context, reply) => {
        await record(context, context.req.valid('json'));
        return reply({ status: 200 });
      },
    },
    {
      path: PATH,
      select: async (context) => CALLBACKS[(await context.req.json<CallbackEvent>()).status],
    },
  );
}

/** Refuses what upstream did not sign before anything else is made of it. */
function requireSignature(secrets: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    await unwrapCallback({ body, headers: context.req.raw.headers }, { secrets }).catch((error: unknown) => {
      throw error instanceof CallbackError ? invalidRequest(error.message) : error;
    });
    await next();
  };
}
