/** Routes of every process, API or worker, for load balancers and Prometheus. */
import { stageMiddleware } from '@keyframe/openapi-runtime/server';
import { Hono } from 'hono';
import { addDataHeaders } from '../../net/security-headers.ts';
import type { Log } from '../../telemetry/log.ts';
import { createReadinessCheck, type PartCheck } from '../../telemetry/readiness.ts';
import type { ServerMetrics } from '../../telemetry/server-metrics.ts';
import { identifyRequest } from '../../telemetry/tracing.ts';
import { answerError, notFound, refuseMethod } from '../errors.ts';
import { refuseForeignHosts } from '../middleware/allowed-hosts.ts';
import { guardMetrics } from '../middleware/metrics-access.ts';

export interface HealthServices {
  /** Parts that the process requires to work, by name. */
  readonly checks: Readonly<Record<string, PartCheck>>;
  readonly metrics: ServerMetrics;
  /** Bearer token for `/metrics`; undefined: only peers in private networks may read them. */
  readonly metricsToken: string | undefined;
  /** The URL at which clients reach the server; no trailing slash. */
  readonly publicUrl: string;
  /** Names of hosts that requests may have beside that of `publicUrl`. */
  readonly allowedHosts: readonly string[];
  readonly log: Log;
}

/** Serves `/healthz` (the process answers), `/readyz` (503 names the part that is not ready) and `/metrics`. */
export function healthRoutes({ checks, metrics, metricsToken, log }: HealthServices): Hono {
  const routes = new Hono();
  const checkReadiness = createReadinessCheck(checks, log);
  routes.get('/healthz', (context) => context.json({ status: 'ok' }));
  routes.get('/readyz', async (context) => {
    const { ready, parts } = await checkReadiness();
    return context.json({ status: ready ? 'ready' : 'not ready', parts }, ready ? 200 : 503);
  });
  routes.get('/metrics', guardMetrics(metricsToken), async (context) =>
    context.body(await metrics.scrape(), 200, { 'Content-Type': metrics.contentType }),
  );
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    routes.all(path, (context) => refuseMethod(context, 'GET'));
  }
  return routes;
}

interface WorkerEnv {
  Variables: { requestId: string };
}

/** Creates the app of a process that only works: nothing but its health routes. */
export function createWorkerApp(services: HealthServices): Hono<WorkerEnv> {
  const app = new Hono<WorkerEnv>();
  const refuseForeign = refuseForeignHosts<WorkerEnv>(services.publicUrl, services.allowedHosts);
  app.use(stageMiddleware<WorkerEnv>(identifyRequest, refuseForeign, addDataHeaders));
  app.route('/', healthRoutes(services));
  app.notFound((context) => answerError(context, notFound(`No resource at ${context.req.path}.`)));
  return app;
}
