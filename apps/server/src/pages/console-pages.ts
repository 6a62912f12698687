/** The console's pages at `/console/`: one app, which every address below it answers. */
import { existsSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { CONSOLE_DIRECTORY } from '@keyframe/console';
import { Hono, type MiddlewareHandler } from 'hono';
import { consoleHeaders } from '../net/security-headers.ts';
import type { ResultStore } from '../results/result-store.ts';

/** Addresses below `/console/` that are no pages; of files, those that the build made. */
const NO_PAGE = /^\/console\/(?:api|auth|assets)(?:\/|$)/;
const BELOW_CONSOLE = /^\/console/;

/** Serves the built app. Without a build, its pages are not found. */
export function consolePages({
  publicUrl,
  store: { reader },
}: {
  readonly publicUrl: string;
  readonly store: Pick<ResultStore, 'reader'>;
}): Hono {
  const routes = new Hono();
  routes.get('/console', (context) => context.redirect('/console/'));
  if (!existsSync(CONSOLE_DIRECTORY)) return routes;
  const headers = consoleHeaders([
    new URL(publicUrl).origin,
    ...(reader.kind === 'urls' ? [reader.origin] : []),
  ]);
  const rewriteRequestPath = (path: string) => path.replace(BELOW_CONSOLE, '');
  const files = serveStatic({ root: CONSOLE_DIRECTORY, precompressed: true, rewriteRequestPath });
  const page = serveStatic({ root: CONSOLE_DIRECTORY, precompressed: true, path: 'index.html' });
  // The names of assets change with their content.
  routes.get('/console/assets/*', headers, setCacheControl('public, max-age=31536000, immutable'), files);
  routes.get('/console/favicon.svg', headers, setCacheControl('no-cache'), files);
  routes.get('/console/*', async (context, next) => {
    if (NO_PAGE.test(context.req.path)) return next();
    return headers(context, async () => {
      context.res = (await page(context, next)) ?? context.res;
      context.header('Cache-Control', 'no-cache');
    });
  });
  return routes;
}

/** Says how long a browser keeps what is found. */
function setCacheControl(cacheControl: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (context.res.ok) context.header('Cache-Control', cacheControl);
  };
}
