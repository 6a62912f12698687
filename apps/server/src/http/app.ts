/** The HTTP side of the server: the contract's operations, its document, its docs, and the results. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from '@keyframe/contract/document';
import { type RegisterOptions, registerRoutes } from '@keyframe/contract/hono';
import { DOCS_DIRECTORY } from '@keyframe/docs';
import type { Database } from '../db/database.ts';
import type { Egress } from '../egress/index.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { Log } from '../telemetry/log.ts';
import type { BatchedQueries } from './batched-queries.ts';
import { handleError } from './error-handler.ts';
import {
  type AppEnv,
  type AuthenticationServices,
  createSecurity,
  limitByKey,
} from './middleware/authentication.ts';
import { openCors, operationCors } from './middleware/cors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { measureRequests, traceRequests } from './middleware/operation-telemetry.ts';
import { identifyRequests } from './middleware/request-id.ts';
import { dataHeaders } from './middleware/security-headers.ts';
import { validationError } from './middleware/validation-errors.ts';
import { createVideoGeneration } from './operations/create-video-generation.ts';
import { getTask } from './operations/get-task.ts';
import { atAddress, docsRoutes } from './routes/docs.ts';
import { type HealthServices, healthRoutes } from './routes/health.ts';
import { answerNotFound } from './routes/not-found.ts';
import { resultRoutes } from './routes/results.ts';
import { upstreamCallbackRoutes } from './routes/upstream-callbacks.ts';

export interface HttpServices extends AuthenticationServices, BatchedQueries, HealthServices {
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
      throw validationError(result.error.issues, 'data' in result ? result.data : undefined);
    },
  });
  app.onError(handleError(services.log));
  app.use(identifyRequests, dataHeaders);
  app.use('/v1/*', operationCors);
  app.use('/results/*', openCors);
  app.use('/openapi.json', openCors);
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
  app.route('/', healthRoutes(services));
  app.route('/', docsRoutes(DOCS_DIRECTORY, services.publicUrl));
  app.route('/', resultRoutes(services));
  if (services.upstreamCallbackSecrets.length > 0) {
    app.route('/', upstreamCallbackRoutes(services.database, services.upstreamCallbackSecrets));
  }
  app.notFound(answerNotFound(document));
  return app;
}

/** A response that departs from the contract is a defect of ours that no client should find first. */
function responseValidation({
  responseCheck,
  log,
}: HttpServices): NonNullable<RegisterOptions<AppEnv>['responseValidation']> {
  if (responseCheck !== 'report') return responseCheck;
  return {
    report: ({ operationId, status, message }, context) => {
      const requestId = context.get('requestId');
      log.error({ operationId, status, requestId, problem: message }, 'a response departs from the contract');
    },
  };
}
