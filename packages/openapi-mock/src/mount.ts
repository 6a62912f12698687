// Mocks below a path of another server: requests may have the path, the addresses in responses must.
import type { Operation } from '@keyframe/openapi-model';
import type { MockRequest } from './exchange.ts';

/** A request whose URL is as the document has it; `basePath` precedes its path in addresses. */
export interface UnmountedRequest extends MockRequest {
  basePath: string;
}

/** Reads the path of the address below which a mock answers a request; addresses may be relative or contain wildcards. */
export function readBasePath(address: string, { origin, pathname }: URL): string {
  if (!address.includes('*')) return new URL(address, 'http://localhost').pathname;
  // Wildcards at the end match the paths of the document.
  const escaped = address.replace(/[/*]+$/, '').replaceAll(/[.+?^$()|{}[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replaceAll(/\*+/g, '.*')}$`);
  const host = address.startsWith('/') ? '' : origin;
  const paths = Array.from(pathname.matchAll(/\/|$/g), ({ index }) => pathname.slice(0, index));
  return paths.find((path) => pattern.test(`${host}${path}`)) ?? '';
}

/** Removes the base path of a request from its URL, if the URL has it and the paths of the document do not. */
export function unmount(
  { basePath: given = '', ...request }: MockRequest,
  operations: readonly Pick<Operation, 'path'>[],
): UnmountedRequest {
  const basePath = given.replace(/\/+$/, '');
  const { pathname } = request.url;
  if (basePath === '' || operations.some(({ path }) => path.startsWith(`${basePath}/`))) {
    return { ...request, basePath: '' };
  }
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return { ...request, basePath };
  const url = new URL(request.url);
  url.pathname = pathname.slice(basePath.length);
  return { ...request, url, basePath };
}
