/** What load balancers and Prometheus ask of every process, API or worker. */
import { Hono } from 'hono';
import type { Log } from '../../telemetry/log.ts';
import { checkReadiness, type PartCheck } from '../../telemetry/readiness.ts';
import type { ServerMetrics } from '../../telemetry/server-metrics.ts';
import { identifyRequests } from '../../telemetry/tracing.ts';
import { answerError, notFound } from '../errors.ts';
import { dataHeaders } from '../middleware/security-headers.ts';

export interface HealthServices {
  /** The parts that the process can't work without, by name. */
  readonly checks: Readonly<Record<string, PartCheck>>;
  readonly metrics: ServerMetrics;
  readonly log: Log;
}

/** Serves `/healthz` (the process answers), `/readyz` (503 names the part that is not ready) and `/metrics`. */
export function healthRoutes({ checks, metrics, log }: HealthServices): Hono {
  const routes = new Hono();
  routes.get('/healthz', (context) => context.json({ status: 'ok' }));
  routes.get('/readyz', async (context) => {
    const { ready, parts } = await checkReadiness(checks, log);
    return context.json({ status: ready ? 'ready' : 'not ready', parts }, ready ? 200 : 503);
  });
  routes.get('/metrics', async (context) =>
    context.body(await metrics.scrape(), 200, { 'Content-Type': metrics.contentType }),
  );
  return routes;
}

/** Creates the app of a process that only works: nothing but its health routes. */
export function createWorkerApp(services: HealthServices): Hono {
  const app = new Hono();
  app.use(identifyRequests, dataHeaders);
  app.route('/', healthRoutes(services));
  app.notFound((context) => answerError(context, notFound(`No resource at ${context.req.path}.`)));
  return app;
}
