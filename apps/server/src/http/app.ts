/** The HTTP side of the server: the contract's operations, its document, its docs, and the results. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf, registerRoutes } from '@keyframe/contract/hono';
import { DOCS_DIRECTORY } from '@keyframe/docs';
import type { Context } from 'hono';
import type { Database } from '../db/database.ts';
import { isPassing } from '../db/errors.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Egress } from '../egress/index.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { Log } from '../telemetry/log.ts';
import { type AccessServices, type AppEnv, pollAccess, type RatePolicy, submissionAccess } from './access.ts';
import { openBrowserAccess, operationBrowserAccess } from './browser-access.ts';
import { checkResponses, type ResponseCheck } from './check-responses.ts';
import { createVideoGeneration } from './create-video-generation.ts';
import { docsRoutes } from './docs.ts';
import { ApiError, answerError, crowdedOut, internalError, invalidRequest, unavailable } from './errors.ts';
import { getTask } from './get-task.ts';
import type { GroupedQueries } from './grouped-queries.ts';
import { isHangUp } from './hang-up.ts';
import { describeIssues } from './issues.ts';
import { jsonBody } from './json-body.ts';
import { measureRequests } from './measure-requests.ts';
import { type ProbeServices, probeRoutes } from './probes.ts';
import { resultRoutes } from './results.ts';
import { dataHeaders } from './security-headers.ts';
import { traceRequests } from './trace-requests.ts';
import { answerUnrouted } from './unrouted.ts';
import { upstreamCallbackRoutes } from './upstream-callbacks.ts';

export interface HttpServices extends AccessServices, GroupedQueries, ProbeServices {
  readonly database: Database;
  readonly egress: Egress;
  readonly links: ResultLinks;
  readonly log: Log;
  readonly store: ResultStore;
  /** What callbacks of the service that makes the videos are verified with; empty: none are taken. */
  readonly upstreamCallbackSecrets: readonly string[];
  readonly responseCheck: ResponseCheck;
  /** Requests a minute: submissions and status queries per key, polls per task. */
  readonly rates: { readonly create: number; readonly status: number; readonly poll: number };
}

/** Creates the app; it serves nothing until it is given to a server. */
export function createApp(services: HttpServices): OpenAPIHono<AppEnv> {
  const { rates, log } = services;
  const check = { mode: services.responseCheck, log };
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: async (result, context) => {
      if (result.success) return;
      const request: unknown = result.target === 'json' ? await parsedBody(context) : undefined;
      throw describeIssues(result.error.issues, request);
    },
  });
  app.onError((error, context) => {
    if (error instanceof ApiError) return answerError(context, error);
    // Nobody hears it, but it is what is counted.
    if (isHangUp(error)) return answerError(context, invalidRequest('The body ended too early.'));
    log.error({ err: error, method: context.req.method, path: context.req.path }, 'request failed');
    if (isDatabaseUnavailable(error)) return answerError(context, unavailable('its database'));
    return answerError(context, isPassing(error) ? crowdedOut() : internalError());
  });
  app.use(dataHeaders);
  app.use('/v1/*', operationBrowserAccess);
  app.use('/results/*', openBrowserAccess);
  app.use('/openapi.json', openBrowserAccess);
  const create: RatePolicy = { name: 'create', quota: rates.create };
  const status: RatePolicy = { name: 'status', quota: rates.status };
  registerRoutes(
    app,
    {
      createVideoGeneration: createVideoGeneration(services),
      getTask: getTask(services, { name: 'poll', quota: rates.poll }),
    },
    {
      // Left to requireAccess, which counts a request in the same query that finds its key.
      security: false,
      middleware: {
        createVideoGeneration: [
          measureRequests('createVideoGeneration'),
          ...checkResponses('createVideoGeneration', check),
          submissionAccess(services, create),
          traceRequests('createVideoGeneration'),
          ...jsonBody,
        ],
        getTask: [
          measureRequests('getTask'),
          ...checkResponses('getTask', check),
          pollAccess(services, status),
          traceRequests('getTask'),
        ],
      },
    },
  );
  const document = documentOf(app);
  app.get('/openapi.json', (context) => context.json(document));
  app.route('/', probeRoutes(services));
  app.route('/', docsRoutes(DOCS_DIRECTORY));
  app.route('/', resultRoutes(services));
  if (services.upstreamCallbackSecrets.length > 0) {
    app.route('/', upstreamCallbackRoutes(services.database, services.upstreamCallbackSecrets));
  }
  app.notFound(answerUnrouted(document));
  return app;
}

/** Gives what a client sent, for the words of a refusal; a body that is no JSON has none. */
function parsedBody(context: Context): Promise<unknown> {
  return context.req.json().catch(() => undefined);
}
