/**
 * The document at `/openapi.json`, the site at `/docs/`, to which `/` redirects, and the files that browsers and crawlers
 * request by convention.
 */
import { createSiteFile, readSite, type SiteFile } from '@keyframe/docs';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { docsHeaders } from '../net/security-headers.ts';

interface ServedFile {
  readonly file: SiteFile;
  readonly headers: MiddlewareHandler;
}

/** Crawlers read the docs only. */
const ROBOTS = ['User-agent: *', 'Allow: /docs/', 'Disallow: /', ''].join('\n');

/** Serves the site under an address. Without a build, its pages are not found. */
export function docsRoutes(document: object, publicUrl: string): Hono {
  const server = { url: publicUrl, description: 'This deployment of the service.' };
  const routes = new Hono();
  // Encoded once: for each request that would take most of its time, and anyone may send them.
  const text = JSON.stringify({ ...document, servers: [server] });
  const written = createSiteFile('openapi.json', Buffer.from(text));
  routes.get('/openapi.json', (context) => send(context, written));
  routes.get('/', (context) => context.redirect('/docs/'));
  routes.get('/docs', (context) => context.redirect('/docs/'));
  routes.get('/robots.txt', (context) => context.text(ROBOTS));
  const site = new Map<string, ServedFile>(
    [...readSite(publicUrl)].map(([path, file]) => [path, { file, headers: docsHeaders(file.scriptHashes) }]),
  );
  routes.get('/favicon.ico', (context, next) => serve(context, site.get('favicon.svg')) ?? next());
  routes.get('/docs/*', (context, next) => {
    const path = context.req.path.slice('/docs/'.length);
    if (site.has(`${path}/`)) return Promise.resolve(context.redirect(`/docs/${path}/`));
    const file = site.get(path);
    if (file !== undefined) return serve(context, file) ?? next();
    return (acceptsHtml(context) ? serve(context, site.get('404.html'), 404) : undefined) ?? next();
  });
  return routes;
}

/** Responds with a file and the headers of its page; undefined without a file. */
function serve(
  context: Context,
  served: ServedFile | undefined,
  status: 200 | 404 = 200,
): ReturnType<MiddlewareHandler> | undefined {
  return served?.headers(context, async () => {
    context.res = status === 200 ? await send(context, served.file) : sendMissing(context, served.file);
  });
}

/** Distinguishes browsers, which list HTML, from programs, which expect the error body of the contract. */
function acceptsHtml(context: Context): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(context, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

function sendMissing(context: Context, { body, mediaType }: SiteFile): Response {
  return context.body(body, 404, { 'content-type': mediaType, 'cache-control': 'no-cache' });
}

/** Sends a file with validators, compressed if the client accepts that (RFC 9110, sections 12.5.3 and 13.1.2). */
async function send(context: Context, file: SiteFile): Promise<Response> {
  const isCompressed = file.compressed !== undefined && acceptsGzip(context.req.header('accept-encoding'));
  const etag = `"${file.hash}${isCompressed ? '-gzip' : ''}"`;
  const fields: Record<string, string> = {
    'content-type': file.mediaType,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'Accept-Encoding',
  };
  const known = (context.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  if (known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag))
    return context.body(null, 304, fields);
  if (!isCompressed) return context.body(file.body, 200, fields);
  const body = (await file.compressed?.()) ?? file.body;
  return context.body(body, 200, { ...fields, 'content-encoding': 'gzip' });
}

function acceptsGzip(accepted: string | undefined): boolean {
  return /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:$|[,\s]))/.test(accepted ?? '');
}
