/** The HTTP side of the server: the contract's operations, its document, its docs, and the results. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from '@keyframe/contract/document';
import { type RegisterOptions, registerRoutes } from '@keyframe/contract/hono';
import { DOCS_DIRECTORY } from '@keyframe/docs';
import type { ErrorHandler } from 'hono';
import type { Database } from '../db/database.ts';
import { isTransient } from '../db/errors.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Egress } from '../egress/index.ts';
import type { ResultLinks } from '../media/result-links.ts';
import type { ResultStore } from '../media/result-store.ts';
import type { Log } from '../telemetry/log.ts';
import type { BatchedQueries } from './batched-queries.ts';
import { isHangUp } from './client-abort.ts';
import { ApiError, answerError, conflicted, internalError, invalidRequest, unavailable } from './errors.ts';
import { type AccessServices, type AppEnv, createSecurity, limitByKey } from './middleware/authentication.ts';
import { openBrowserAccess, operationBrowserAccess } from './middleware/cors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { dataHeaders } from './middleware/security-headers.ts';
import { traceRequests } from './middleware/trace-requests.ts';
import { describeIssues } from './middleware/validation-errors.ts';
import { createVideoGeneration } from './operations/create-video-generation.ts';
import { getTask } from './operations/get-task.ts';
import { atAddress, docsRoutes } from './routes/docs.ts';
import { type ProbeServices, probeRoutes } from './routes/health.ts';
import { answerUnrouted } from './routes/not-found.ts';
import { resultRoutes } from './routes/results.ts';
import { upstreamCallbackRoutes } from './routes/upstream-callbacks.ts';

export interface HttpServices extends AccessServices, BatchedQueries, ProbeServices {
  readonly database: Database;
  readonly egress: Egress;
  readonly links: ResultLinks;
  /** Where the server is reached, which the document and the docs name; no trailing slash. */
  readonly publicUrl: string;
  readonly log: Log;
  readonly store: ResultStore;
  /** What callbacks of the service that makes the videos are verified with; empty: none are taken. */
  readonly upstreamCallbackSecrets: readonly string[];
  /** `throw` answers 500 instead of a response that departs from the contract, `report` only logs it, `off` does not look. */
  readonly responseCheck: 'throw' | 'report' | 'off';
}

/** Creates the app; it serves nothing until it is given to a server. */
export function createApp(services: HttpServices): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      // What was read, for the words of a refusal; of parameters there is none.
      throw describeIssues(result.error.issues, 'data' in result ? result.data : undefined);
    },
  });
  app.onError(handleError(services.log));
  app.use(dataHeaders);
  app.use('/v1/*', operationBrowserAccess);
  app.use('/results/*', openBrowserAccess);
  app.use('/openapi.json', openBrowserAccess);
  registerRoutes(
    app,
    { createVideoGeneration: createVideoGeneration(services), getTask: getTask(services) },
    {
      middleware: {
        createVideoGeneration: measureRequests('createVideoGeneration'),
        getTask: measureRequests('getTask'),
      },
      responseValidation: responseValidation(services),
      security: createSecurity(services),
      beforeValidation: {
        createVideoGeneration: [limitByKey, traceRequests('createVideoGeneration'), ...jsonBody],
        getTask: [limitByKey, traceRequests('getTask')],
      },
    },
  );
  const document = atAddress(documentOf(app), services.publicUrl);
  app.get('/openapi.json', (context) => context.json(document));
  app.route('/', probeRoutes(services));
  app.route('/', docsRoutes(DOCS_DIRECTORY, services.publicUrl));
  app.route('/', resultRoutes(services));
  if (services.upstreamCallbackSecrets.length > 0) {
    app.route('/', upstreamCallbackRoutes(services.database, services.upstreamCallbackSecrets));
  }
  app.notFound(answerUnrouted(document));
  return app;
}

/** A response that departs from the contract is a defect of ours that no client should find first. */
function responseValidation({
  responseCheck,
  log,
}: HttpServices): NonNullable<RegisterOptions<AppEnv>['responseValidation']> {
  if (responseCheck !== 'report') return responseCheck;
  return {
    report: ({ operationId, status, message }) =>
      log.error({ operationId, status, problem: message }, 'a response departs from the contract'),
  };
}

function handleError(log: Log): ErrorHandler<AppEnv> {
  return (error, context) => {
    if (error instanceof ApiError) return answerError(context, error);
    // Nobody hears it, but it is what is counted.
    if (isHangUp(error)) return answerError(context, invalidRequest('The client aborted the request.'));
    log.error({ err: error, method: context.req.method, path: context.req.path }, 'request failed');
    if (isDatabaseUnavailable(error)) return answerError(context, unavailable('its database'));
    return answerError(context, isTransient(error) ? conflicted() : internalError());
  };
}
