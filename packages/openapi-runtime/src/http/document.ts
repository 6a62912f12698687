// Reads the description that an app contains of itself. All parts that are served of a document are copied from the
// document as written, so that keywords that zod cannot express are not lost.
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { isObject } from '../schema/json-type.ts';
import type { RouteShape } from './route.ts';

/** An OpenAPI document as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [name: string]: unknown };
  [name: string]: unknown;
}

type JsonObject = Record<string, unknown>;

/** The methods that a path item may have as members. */
export const METHODS: readonly string[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
];
const ASSEMBLED = ['paths', 'webhooks', 'components'];

/** Notes of an app that it serves an operation; what the operation is, its document says. */
export function registerPath<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  { method, path }: Pick<RouteShape, 'method' | 'path'>,
): void {
  // Additional operations stay as the document has them.
  if (!METHODS.includes(method)) return;
  app.openAPIRegistry.registerPath({ method: method as RouteConfig['method'], path, responses: {} });
}

/**
 * Assembles the document that an app emits: `source` as it is written, but for operations that are not registered with
 * the app, and what the app has registered beside it, such as routes of its own.
 */
export function emitDocument(app: object, source: OpenApiDocument): OpenApiDocument {
  const { openAPIRegistry } = app as OpenAPIHono;
  const head = Object.fromEntries(Object.entries(source).filter(([name]) => !ASSEMBLED.includes(name)));
  const config = head as unknown as Parameters<OpenAPIHono['getOpenAPI31Document']>[0];
  // A base path belongs to the servers of the document, so it is not part of its paths.
  const bare = Object.assign(new OpenAPIHono(), { openAPIRegistry });
  const emitted = { ...bare.getOpenAPI31Document(config) } as unknown as OpenApiDocument;
  const isRegistered = registeredWith(openAPIRegistry);
  for (const name of ASSEMBLED) {
    const section = name === 'paths' ? withOperations(source[name], isRegistered) : source[name];
    const members = withRegistered(section, emitted[name]);
    if (source[name] === undefined && Object.keys(members).length === 0) delete emitted[name];
    else emitted[name] = members;
  }
  return emitted;
}

type IsRegistered = (method: string, path: string) => boolean;

function registeredWith({ definitions }: OpenAPIHono['openAPIRegistry']): IsRegistered {
  const registered = new Set<string>();
  for (const definition of definitions) {
    if (definition.type === 'route') registered.add(`${definition.route.method} ${definition.route.path}`);
  }
  return (method, path) => registered.has(`${method} ${path}`);
}

function withOperations(pathItems: unknown, isRegistered: IsRegistered): unknown {
  if (!isObject(pathItems)) return pathItems;
  const kept = listEntries(pathItems).map(([path, pathItem]) => {
    if (!isObject(pathItem)) return [path, pathItem];
    const members = listEntries(pathItem).filter(
      ([member]) => !METHODS.includes(member) || isRegistered(member, path),
    );
    return [path, Object.fromEntries(members)];
  });
  return Object.fromEntries(kept);
}

// Joins two maps of maps; members of the source override registered ones. The registry loses members that every object
// inherits, path items without operations and the siblings of operations, and adds empty components.
function withRegistered(source: unknown, registered: unknown): JsonObject {
  const members = new Map(listEntries(source));
  for (const [name, added] of listEntries(registered)) {
    const base = members.get(name);
    if (isObject(base)) members.set(name, Object.fromEntries([...listEntries(added), ...listEntries(base)]));
    else if (!members.has(name) && listEntries(added).length > 0) members.set(name, added);
  }
  return Object.fromEntries(members);
}

function listEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
