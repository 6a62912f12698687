import type { Operation, Server } from '@keyframe/openapi-model';

const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i;
// Each variable multiplies the URLs.
const MOST_URLS = 100;

/** Writes the URL of an operation at a server; the case of the host, its usual port and the names of path parameters do not matter. */
export function formatServerUrl({ url }: Server, { path }: Pick<Operation, 'path'>): string {
  const base = url.replace(ORIGIN, normalizeOrigin).replace(/\/$/, '');
  return `${base}${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

function normalizeOrigin(origin: string): string {
  // The names of variables keep their case.
  const lower = origin.replaceAll(/[^{}]+(?![^{]*\})/g, (text) => text.toLowerCase());
  return lower.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2');
}

/** Lists the URLs of an operation at a server for the known values of its variables. */
export function listServerUrls(server: Server, operation: Pick<Operation, 'path'>): string[] {
  let urls = [server.url];
  for (const { name, value, values = [value] } of server.variables) {
    urls = urls.flatMap((url) => values.map((text) => url.replaceAll(`{${name}}`, text))).slice(0, MOST_URLS);
  }
  return urls.map((url) => formatServerUrl({ ...server, url }, operation));
}

/** Lists the URLs of an operation at all of its servers. */
export function listUrls(operation: Operation): string[] {
  return operation.servers.flatMap((server) => listServerUrls(server, operation));
}

/** Separates the origin of a URL from its path. */
export function splitUrl(url: string): { isAbsolute: boolean; path: string } {
  return { isAbsolute: ORIGIN.test(url), path: url.replace(ORIGIN, '').replace(/\/$/, '') };
}
