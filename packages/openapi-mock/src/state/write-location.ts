// The status of a response about a resource, and the address of one that was created.
import { findResponse, listServerPaths, type Operation } from '@keyframe/openapi-model';
import { type DerivedKind, findSuccess, mapParameters } from '@keyframe/openapi-resources';
import type { Schemas } from '../document/schemas.ts';
import type { Call } from '../engine.ts';
import type { Resource } from './world.ts';

/** Chooses the documented status of a success; PUT has one for a creation and one for a change. */
export function chooseStatus(operation: Operation, isCreated: boolean): number {
  const has = (status: string) => operation.responses.some((response) => response.status === status);
  if (operation.method !== 'put') return findSuccess(operation);
  if (isCreated && has('201')) return 201;
  if (!isCreated && has('200')) return 200;
  return !isCreated && has('204') ? 204 : findSuccess(operation);
}

/** Writes the address of a created resource: a path, or a URL if the documented header must be one. */
export function writeLocation(
  kind: DerivedKind,
  { url, basePath, serverPath, operation }: Call,
  { resource: { id, parents }, schemas }: { resource: Resource; schemas: Schemas },
): string | undefined {
  const { path: template, resourcePath } = kind.read ?? { path: kind.itemPath, resourcePath: kind.itemPath };
  const texts = new Map(Object.entries({ ...parents, [kind.parameter]: id }));
  for (const [name, alias] of mapParameters(kind.itemPath, resourcePath))
    texts.set(alias, texts.get(name) ?? '');
  const path = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    // A text of JSON may have an unpaired surrogate, which no URL can have.
    encodeURIComponent((texts.get(name) ?? '').toWellFormed()),
  );
  if (path.includes('//')) return undefined;
  const servers = kind.read ? listServerPaths(kind.read) : [];
  // The resource may be read at another server; without one, it is read without one.
  const server = serverPath === '' || servers.includes(serverPath) ? serverPath : (servers[0] ?? serverPath);
  const relative = `${basePath}${server}${path}${writeRequired(kind.read, url)}`;
  const { headers = [] } = findResponse(operation, chooseStatus(operation, true)) ?? {};
  const schema = headers.find(({ name }) => name.toLowerCase() === 'location')?.schema;
  const absolute = `${url.origin}${relative}`;
  const accepted = [relative, absolute].find(
    (text) => !schema || schemas.accepts({ schema, direction: 'response' }, text),
  );
  // A header of another form, such as the address of a status, is not that of the resource, unless nothing else names it.
  return accepted ?? (kind.creation?.idPath ? undefined : absolute);
}

// The resource is read by the parameters that its creation was requested with, such as the version of the API.
function writeRequired(read: Operation | undefined, { searchParams }: URL): string {
  const names = (read?.parameters ?? [])
    .filter(({ location, required, name }) => location === 'query' && required && searchParams.has(name))
    .map(({ name }) => name);
  const query = names.map(
    (name) => `${encodeURIComponent(name)}=${encodeURIComponent(searchParams.get(name) ?? '')}`,
  );
  return query.length === 0 ? '' : `?${query.join('&')}`;
}
