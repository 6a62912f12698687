/** The console's pages at `/console/`: one app, which every address below it answers. */
import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { CONSOLE_DIRECTORY } from '@keyframe/console';
import { Hono } from 'hono';
import { consoleHeaders } from '../middleware/security-headers.ts';

/** Addresses below `/console/` that are no pages; of files, those that the build made. */
const NO_PAGE = /^\/console\/(?:api|auth|assets)(?:\/|$)/;
const BELOW_CONSOLE = /^\/console/;

/** Serves the built app; without a build there is none, and its pages are not found. */
export function consolePages(publicUrl: string): Hono {
  const routes = new Hono();
  routes.get('/console', (context) => context.redirect('/console/'));
  if (!existsSync(CONSOLE_DIRECTORY)) return routes;
  const headers = consoleHeaders(publicUrl);
  const files = { root: CONSOLE_DIRECTORY, precompressed: true };
  const rewriteRequestPath = (path: string) => path.replace(BELOW_CONSOLE, '');
  routes.get(
    '/console/assets/*',
    headers,
    serveStatic({
      ...files,
      rewriteRequestPath,
      // Their names change with their content.
      onFound: (_path, context) => context.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  routes.get('/console/favicon.svg', headers, serveStatic({ ...files, rewriteRequestPath }));
  const page = serveStatic({
    ...files,
    path: `${CONSOLE_DIRECTORY}/index.html`,
    onFound: (_path, context) => context.header('Cache-Control', 'no-cache'),
  });
  routes.get('/console/*', async (context, next) => {
    if (NO_PAGE.test(context.req.path)) return next();
    return headers(context, async () => {
      context.res = (await page(context, next)) ?? context.res;
    });
  });
  return routes;
}
