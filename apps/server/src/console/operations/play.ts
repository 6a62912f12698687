import type { VideoGenerationRequest } from '@keyframe/contract/hono';
import { isSuspended, SUSPENDED } from '../../auth/suspensions.queries.ts';
import { readBalance } from '../../credits/ledger.queries.ts';
import { listPrices, priceTask } from '../../credits/price.ts';
import type { TaskInput } from '../../db/tables.ts';
import type { Egress } from '../../egress/index.ts';
import { checkUrls, requireAccepted, toTaskInput } from '../../http/operations/create-video-generation.ts';
import { countAccepted } from '../../telemetry/metrics.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { forbidden, rateLimited } from '../errors.ts';

type PlayOperation = 'listModels' | 'createQuote' | 'createTask';

/** Limit of submissions a minute by all members of a team at the console; keys have limits of their own. */
export const OWNER_QUOTA = 60;

/** Trying the three modes: what a request costs, and sending it. */
export function playOperations(services: OperationServices): Pick<ConsoleHandlers, PlayOperation> {
  const { database, egress, log, priceTable, submitTask, takeRates } = services;
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
      const credits = price(request, readInput(egress, request).input);
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
      const { input, callbackUrl } = readInput(egress, request);
      const { model } = request;
      const { seed } = request.input;
      // Keys of the console and of the API cannot collide: their bodies differ in form.
      const idempotency = key === undefined ? undefined : { key, body: await context.req.json() };
      const submitter = createActor(context);
      const submission = { ownerId, submitter, mode, model, input, seed, callbackUrl, idempotency };
      const { kind, taskId, credits } = requireAccepted(await submitTask(submission));
      if (kind === 'accepted') countAccepted({ mode, credits });
      const requestId = context.get('requestId');
      log.info({ requestId, taskId, ownerId, mode, credits }, `task ${kind} at the console`);
      return reply({ status: 202, headers: answerHeaders(context), body: { taskId, credits } });
    },
  };
}

/** Takes what is rendered from a request, under the rules of every submission. */
function readInput(egress: Egress, request: VideoGenerationRequest) {
  const input = toTaskInput(request.input);
  const callbackUrl = request.callback_url ?? null;
  checkUrls(egress, { input, callbackUrl }, ['request']);
  return { input, callbackUrl };
}
