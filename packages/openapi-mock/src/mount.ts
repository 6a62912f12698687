// Mocks below a path of another server: requests may have the path, the addresses in responses must.
import type { Operation } from '@keyframe/openapi-model';
import type { MockRequest } from './exchange.ts';

/** A request whose URL is as the document has it; `basePath` precedes its path in addresses. */
export interface UnmountedRequest extends MockRequest {
  basePath: string;
}

/** Reads the path of the address below which a mock answers; relative addresses have one, too. */
export function readBasePath(address: string): string {
  return new URL(address, 'http://localhost').pathname;
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
