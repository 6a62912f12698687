import type { VideoGenerationRequest } from '@keyframe/contract/hono';
import { readBalance } from '../../credits/ledger.queries.ts';
import { listPrices, priceTask } from '../../credits/price.ts';
import type { TaskInput } from '../../db/tables.ts';
import { isSuspended, SUSPENDED } from '../../owners/suspensions.queries.ts';
import { readTask, submitRequest } from '../../tasks/submission.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { forbidden, rateLimited } from '../errors.ts';

type PlayOperation = 'listModels' | 'createQuote' | 'createTask';

/** Path of the request in a body of the console. */
const REQUEST_PATH = ['request'];

/** Limit of submissions a minute by all members of a team at the console; keys have limits of their own. */
export const OWNER_QUOTA = 60;

/** Trying the three modes: what a request costs, and sending it. */
export function playOperations(services: OperationServices): Pick<ConsoleHandlers, PlayOperation> {
  const { database, egress, priceTable, takeRates } = services;
  const models = { data: listPrices(priceTable) };
  const price = ({ model }: VideoGenerationRequest, input: TaskInput) =>
    priceTask(priceTable, {
      model,
      resolution: input.resolution,
      durationSeconds: input.duration,
      hasVideoReferences: input.video_urls.length > 0,
    });
  return {
    listModels: async (context, reply) =>
      reply({ status: 200, headers: answerHeaders(context), body: models }),

    createQuote: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { mode, request } = context.req.valid('json');
      const credits = price(request, readTask(egress, request, REQUEST_PATH).input);
      const { available } = await readBalance(database, ownerId, mode);
      const body = { credits, available, sufficient: credits <= available };
      return reply({ status: 200, headers: answerHeaders(context), body });
    },

    createTask: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { mode, request } = context.req.valid('json');
      const key = context.req.valid('header')['Idempotency-Key'];
      if (await isSuspended(database, ownerId)) throw forbidden(SUSPENDED);
      const refusal = await takeRates([{ bucket: `play:${ownerId}`, quota: OWNER_QUOTA }]);
      if (refusal !== undefined) throw rateLimited(refusal.retryAfterSeconds);
      // Keys of the console and of the API cannot collide: their bodies differ in form.
      const idempotency = key === undefined ? undefined : { key, body: await context.req.json() };
      const { taskId, credits } = await submitRequest(services, {
        ownerId,
        submitter: createActor(context),
        mode,
        requestId: context.get('requestId'),
        request,
        within: REQUEST_PATH,
        idempotency,
      });
      return reply({ status: 202, headers: answerHeaders(context), body: { taskId, credits } });
    },
  };
}
