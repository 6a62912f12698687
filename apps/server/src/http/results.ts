/** Result files behind signed links. A browser may play them from any page, so they answer Range requests. */
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { RESULT_FILE_NAMES, type ResultFile, type ResultLinks } from '../media/result-links.ts';
import { notFound } from './errors.ts';
import { resultHeaders } from './security-headers.ts';

const FILES = new Map<string, ResultFile>(
  Object.entries(RESULT_FILE_NAMES).map(([file, name]) => [name, file as ResultFile]),
);

/** Serves `/results/{task id}/{file}`: 404 for a forged link, 410 for an expired one. */
export function resultRoutes(links: ResultLinks, dataDirectory: string): Hono {
  const routes = new Hono();
  routes.use('/results/*', resultHeaders);
  routes.use('/results/:taskId/:name', async (context, next) => {
    const { taskId, name } = context.req.param();
    const { expires = '', signature = '' } = context.req.query();
    const file = FILES.get(name);
    const verdict = file === undefined ? 'forged' : links.check({ taskId, file, expires, signature });
    if (verdict === 'forged') throw notFound('There is no such result.');
    if (verdict === 'expired') {
      return context.json({ error: { code: 'not_found', message: 'This result has expired.' } }, 410);
    }
    context.header('Cache-Control', 'private');
    context.header('Accept-Ranges', 'bytes');
    await next();
  });
  routes.get('/results/:taskId/:name', serveStatic({ root: dataDirectory }));
  return routes;
}
