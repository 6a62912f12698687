// Registers a document with an app part by part, and reads back what the app then says of itself. Operations are
// registered as they are written, so that nothing that zod can't express is lost on the way.
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { isObject } from '../schema/json-type.ts';

/** Is an OpenAPI 3.1 document as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [name: string]: unknown };
  [name: string]: unknown;
}

type JsonObject = Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const ASSEMBLED = ['paths', 'webhooks', 'components'];

/** Registers every component, operation and webhook of a document with an app. */
export function registerDocument<TEnv extends Env>(app: OpenAPIHono<TEnv>, document: OpenApiDocument): void {
  const registry = app.openAPIRegistry;
  for (const [type, components] of entriesOf(document.components)) {
    for (const [name, component] of entriesOf(components)) {
      registry.registerComponent(type as 'schemas', name, component as JsonObject);
    }
  }
  for (const route of operationsIn(document.paths)) registry.registerPath(route);
  for (const route of operationsIn(document.webhooks)) registry.registerWebhook(route);
}

/**
 * Assembles the document that an app emits: `source` as it is written, but for operations that are not registered with
 * the app, and what the app has registered beside it, such as routes of its own.
 */
export function emitDocument<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  source: OpenApiDocument,
): OpenApiDocument {
  const head = Object.fromEntries(Object.entries(source).filter(([name]) => !ASSEMBLED.includes(name)));
  const config = head as unknown as Parameters<typeof app.getOpenAPI31Document>[0];
  // A base path stands in the servers of the document, so it is kept out of its paths.
  const bare = Object.assign(new OpenAPIHono(), { openAPIRegistry: app.openAPIRegistry });
  const emitted = { ...bare.getOpenAPI31Document(config) } as unknown as OpenApiDocument;
  const isRegistered = registeredWith(app.openAPIRegistry);
  for (const name of ASSEMBLED) {
    const written = name === 'components' ? source[name] : withOperations(source[name], isRegistered);
    const parts = withRegistered(written, emitted[name]);
    if (source[name] === undefined && Object.keys(parts).length === 0) delete emitted[name];
    else emitted[name] = parts;
  }
  return emitted;
}

type IsRegistered = (method: string, path: string) => boolean;

function registeredWith({ definitions }: OpenAPIHono['openAPIRegistry']): IsRegistered {
  const registered = new Set<string>();
  for (const definition of definitions) {
    if (definition.type === 'route') registered.add(`${definition.route.method} ${definition.route.path}`);
    if (definition.type === 'webhook')
      registered.add(`${definition.webhook.method} ${definition.webhook.path}`);
  }
  return (method, path) => registered.has(`${method} ${path}`);
}

function withOperations(pathItems: unknown, isRegistered: IsRegistered): unknown {
  if (!isObject(pathItems)) return pathItems;
  const kept = entriesOf(pathItems).map(([path, pathItem]) => {
    if (!isObject(pathItem)) return [path, pathItem];
    const members = entriesOf(pathItem).filter(
      ([member]) => !METHODS.includes(member) || isRegistered(member, path),
    );
    return [path, Object.fromEntries(members)];
  });
  return Object.fromEntries(kept);
}

function operationsIn(pathItems: unknown): RouteConfig[] {
  return entriesOf(pathItems).flatMap(([path, pathItem]) =>
    entriesOf(pathItem)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => routeOf(operation as JsonObject, method, path)),
  );
}

// The registry needs responses, takes extensions among them for responses, and reads zod types from `request`.
function routeOf(operation: JsonObject, method: string, path: string): RouteConfig {
  const responses = Object.fromEntries(entriesOf(operation.responses).filter(([, value]) => isObject(value)));
  return { ...operation, responses, request: undefined, method, path } as unknown as RouteConfig;
}

// Joins two maps of maps, of which the source has the last word: the registry loses members that every object
// inherits, path items without operations and what stands beside them, and adds empty components.
function withRegistered(source: unknown, registered: unknown): JsonObject {
  const members = new Map(entriesOf(source));
  for (const [name, added] of entriesOf(registered)) {
    const own = members.get(name);
    if (isObject(own)) members.set(name, Object.fromEntries([...entriesOf(added), ...entriesOf(own)]));
    else if (!members.has(name) && entriesOf(added).length > 0) members.set(name, added);
  }
  return Object.fromEntries(members);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
