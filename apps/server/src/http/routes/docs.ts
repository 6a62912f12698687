/** The document at `/openapi.json`, and the site at `/docs/`, where a visitor of `/` is sent. */
import { readSite, type SiteFile } from '@keyframe/docs';
import { type Context, Hono } from 'hono';
import { docsHeaders } from '../middleware/security-headers.ts';

/** Serves the site under an address; without a build there is none, and its pages are not found. */
export function docsRoutes(document: object, publicUrl: string): Hono {
  const server = { url: publicUrl, description: 'This deployment of the service.' };
  const routes = new Hono();
  routes.get('/openapi.json', (context) => context.json({ ...document, servers: [server] }));
  routes.get('/', (context) => context.redirect('/docs/'));
  routes.get('/docs', (context) => context.redirect('/docs/'));
  const site = new Map(
    [...readSite(publicUrl)].map(([path, file]) => [path, { file, headers: docsHeaders(file.scriptHashes) }]),
  );
  routes.get('/docs/*', async (context, next) => {
    const path = context.req.path.slice('/docs/'.length);
    if (site.has(`${path}/`)) return context.redirect(`/docs/${path}/`);
    const served = site.get(path);
    if (served === undefined) return next();
    return served.headers(context, async () => {
      context.res = await send(context, served.file);
    });
  });
  return routes;
}

/** Answers a file with validators, compressed for a client that takes it (RFC 9110, 12.5.3 and 13.1.2). */
async function send(context: Context, file: SiteFile): Promise<Response> {
  const isCompressed = file.compressed !== undefined && takesGzip(context.req.header('accept-encoding'));
  const etag = `"${file.hash}${isCompressed ? '-gzip' : ''}"`;
  const fields: Record<string, string> = {
    'content-type': file.mediaType,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'Accept-Encoding',
  };
  const known = context.req.header('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
    return context.body(null, 304, fields);
  if (!isCompressed) return context.body(file.body, 200, fields);
  const body = (await file.compressed?.()) ?? file.body;
  return context.body(body, 200, { ...fields, 'content-encoding': 'gzip' });
}

function takesGzip(accepted: string | undefined): boolean {
  return /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:$|[,\s]))/.test(accepted ?? '');
}
