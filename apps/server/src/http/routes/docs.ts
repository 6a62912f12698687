/** The document and its reference page, which name the address that this server is reached at. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { Hono } from 'hono';
import { docsHeaders } from '../middleware/security-headers.ts';

function serverAt(url: string) {
  return { url, description: 'This deployment of the service.' };
}

/** Replaces the servers of a document, which the contract leaves open, by one address. */
export function atAddress<TDocument extends object>(document: TDocument, publicUrl: string): TDocument {
  return { ...document, servers: [serverAt(publicUrl)] };
}

/** Serves the page of a directory at `/docs/`, where a visitor of `/` is sent; nothing before a build has made it. */
export function docsRoutes(directory: string, publicUrl: string): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.redirect('/docs/'));
  routes.get('/docs', (context) => context.redirect('/docs/'));
  const file = join(directory, 'index.html');
  if (!existsSync(file)) return routes;
  const page = pageAt(readFileSync(file, 'utf8'), publicUrl);
  routes.get('/docs/', docsHeaders(page), (context) => context.html(page));
  return routes;
}

/** Names an address in the page: in what its script shows, and in what is shown until that runs. */
function pageAt(page: string, publicUrl: string): string {
  const server = serverAt(new URL(publicUrl).href.replace(/\/$/, ''));
  const servers = (value: object) => `"servers":${JSON.stringify(value)}`;
  return document.servers.reduce(
    (text, { url, description }) =>
      text
        .replaceAll(`>${url}`, () => `>${server.url.replaceAll('&', '&amp;')}`)
        .replaceAll(`>${description}<`, () => `>${server.description}<`),
    page.replace(servers(document.servers), () => servers([server]).replaceAll('<', '\\u003c')),
  );
}
