/** The HTTP side of the server: the contract's operations, its document, its docs, and the results. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { documentOf } from '@keyframe/contract/document';
import { type OperationId, operations, registerRoutes } from '@keyframe/contract/hono';
import type { Turns } from '@keyframe/fairness';
import {
  guardJson,
  limitBody,
  type Stage,
  type Stages,
  stageMiddleware,
} from '@keyframe/openapi-runtime/server';
import { Hono } from 'hono';
import type { PriceTable } from '../credits/price.ts';
import type { Database } from '../db/database.ts';
import type { Egress } from '../egress/index.ts';
import { addDataHeaders } from '../net/security-headers.ts';
import { consolePages } from '../pages/console-pages.ts';
import { docsRoutes } from '../pages/docs.ts';
import type { ResultLinks } from '../results/result-links.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { SubmitTask } from '../tasks/submit.ts';
import type { TaskStreams } from '../tasks/task-streams.ts';
import type { WaitForTask } from '../tasks/task-waits.ts';
import type { ReadWaitingTask } from '../tasks/waiting.queries.ts';
import type { Log } from '../telemetry/log.ts';
import { measureRequests } from '../telemetry/metrics.ts';
import { identifyRequest, traceRequests } from '../telemetry/tracing.ts';
import type { AppEnv } from './app-env.ts';
import { BODY_STRUCTURE, MAX_BODY_BYTES } from './body-limits.ts';
import { answerNotFound, handleError } from './error-handler.ts';
import { refuseBody } from './errors.ts';
import type { AdmissionServices } from './middleware/admission.ts';
import { refuseForeignHosts } from './middleware/allowed-hosts.ts';
import { createSecurity, limitByKeyAndOwner, markPolling } from './middleware/authentication.ts';
import { takeBodyTurns } from './middleware/body-turns.ts';
import { contractCors, openCors, openToPages } from './middleware/cors.ts';
import { validationError } from './middleware/validation-errors.ts';
import { createVideoGeneration } from './operations/create-video-generation.ts';
import { getCredits } from './operations/get-credits.ts';
import { getTask } from './operations/get-task.ts';
import { listModels } from './operations/list-models.ts';
import { listSandboxCallbacks } from './operations/list-sandbox-callbacks.ts';
import { listTaskDeliveries } from './operations/list-task-deliveries.ts';
import { listTasks } from './operations/list-tasks.ts';
import { streamTaskEvents } from './operations/stream-task-events.ts';
import { type ResponseCheck, responseValidation } from './response-validation.ts';
import { type HealthServices, healthRoutes } from './routes/health.ts';
import { resultRoutes } from './routes/results.ts';
import { upstreamCallbackRoutes } from './routes/upstream-callbacks.ts';

export interface HttpServices extends AdmissionServices, HealthServices {
  readonly submitTask: SubmitTask;
  readonly waitForTask: WaitForTask;
  readonly readWaitingTask: ReadWaitingTask;
  readonly taskStreams: TaskStreams;
  readonly database: Database;
  /** Turns of owners at statements that only one request needs. */
  readonly readTurns: Turns;
  /** Turns of owners at large bodies. */
  readonly bodyTurns: Turns;
  readonly egress: Egress;
  readonly links: ResultLinks;
  /** Public URL of the server, for the document and the docs; no trailing slash. */
  readonly publicUrl: string;
  readonly priceTable: PriceTable;
  readonly log: Log;
  readonly store: ResultStore;
  /** Secrets that verify callbacks of the upstream service; if empty, no callbacks are accepted. */
  readonly upstreamCallbackSecrets: readonly string[];
  /** `throw` answers 500 instead of a response that departs from the contract, `report` only logs it, `off` does not look. */
  readonly responseCheck: ResponseCheck;
}

/** The operations that the limit of a task counts. */
const POLLING: ReadonlySet<OperationId> = new Set(['getTask', 'streamTaskEvents']);

/** Operations whose statements requests do not share. An owner that sends many at once waits for itself. */
const READS: ReadonlySet<OperationId> = new Set([
  'listTasks',
  'listTaskDeliveries',
  'listSandboxCallbacks',
  'getCredits',
]);

/** Creates the stages of an operation, in the order of the contract: 401, 403, 429, and then the content (OPEN-18). */
function createStages(
  services: HttpServices,
  shared: readonly Stage<AppEnv>[],
): (id: OperationId) => Stages<AppEnv> {
  const { readTurns, bodyTurns } = services;
  return (id) => {
    const { path } = operations[id].route;
    return {
      beforeSecurity: [
        ...shared,
        openToPages,
        measureRequests(path),
        ...(POLLING.has(id) ? [markPolling] : []),
      ],
      beforeValidation: [
        limitByKeyAndOwner,
        traceRequests(path),
        ...(id === 'createVideoGeneration' ? guardBody(bodyTurns) : []),
        ...(READS.has(id) ? [takeReadTurn(readTurns)] : []),
      ],
    };
  };
}

function takeReadTurn(turns: Turns): Stage<AppEnv> {
  return (request) => {
    request.within((rest) => turns.take(request.get('key').ownerId, rest));
    return undefined;
  };
}

function guardBody(turns: Turns): Stage<AppEnv>[] {
  return [
    limitBody(MAX_BODY_BYTES, refuseBody),
    takeBodyTurns(turns, (context) => context.get('key').ownerId),
    guardJson(BODY_STRUCTURE, refuseBody),
  ];
}

/** Creates the app; it serves nothing until it is given to a server. Requests that are no operations are those of `pages`. */
export function createApp(services: HttpServices, ...routes: Hono[]): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      // The value that was read, for the error message; parameters have none.
      throw validationError(result.error.issues, 'data' in result ? result.data : undefined);
    },
  });
  const shared: Stage<AppEnv>[] = [
    identifyRequest,
    refuseForeignHosts(services.publicUrl, services.allowedHosts),
    addDataHeaders,
  ];
  app.onError(handleError(services.log));
  registerRoutes(
    app,
    {
      createVideoGeneration: createVideoGeneration(services),
      listTasks: listTasks(services),
      getTask: getTask(services),
      streamTaskEvents: streamTaskEvents(services),
      listTaskDeliveries: listTaskDeliveries(services),
      listSandboxCallbacks: listSandboxCallbacks(services),
      getCredits: getCredits(services),
      listModels: listModels(services),
    },
    {
      stages: createStages(services, shared),
      responseValidation: responseValidation(services.responseCheck, services.log),
      security: createSecurity(services),
    },
  );
  const pages = createPages(services, { shared, document: documentOf(app), routes });
  app.notFound(({ req, env }) => pages.fetch(req.raw, env));
  return app;
}

interface PageOptions {
  readonly shared: readonly Stage<AppEnv>[];
  readonly document: ReturnType<typeof documentOf>;
  /** Routes of other modules. */
  readonly routes: readonly Hono[];
}

/** Creates the app of everything that is no operation of the contract. */
function createPages(services: HttpServices, { shared, document, routes }: PageOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(handleError(services.log));
  app.use(stageMiddleware(...shared));
  app.use('/v1/*', contractCors);
  app.use('/results/*', openCors);
  app.use('/openapi.json', openCors);
  app.route('/', healthRoutes(services));
  app.route('/', docsRoutes(document, services.publicUrl));
  app.route('/', consolePages(services));
  app.route('/', resultRoutes(services));
  if (services.upstreamCallbackSecrets.length > 0) {
    app.route('/', upstreamCallbackRoutes(services.database, services.upstreamCallbackSecrets));
  }
  for (const other of routes) app.route('/', other);
  app.notFound(answerNotFound(document));
  return app;
}
