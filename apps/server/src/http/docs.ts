import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { docsHeaders } from './security-headers.ts';

/** Serves the docs of a directory below `/docs/`, where a visitor of `/` is sent. */
export function docsRoutes(directory: string): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.redirect('/docs/'));
  routes.get('/docs', (context) => context.redirect('/docs/'));
  routes.get(
    '/docs/*',
    docsHeaders(directory),
    serveStatic({ root: directory, rewriteRequestPath: (path) => path.replace(/^\/docs/, '') }),
  );
  return routes;
}
