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

/** Assembles the document that an app emits; what stands beside operations is taken from `source`. */
export function emitDocument<TEnv extends Env>(
  app: OpenAPIHono<TEnv>,
  source: OpenApiDocument,
): OpenApiDocument {
  const head = Object.fromEntries(Object.entries(source).filter(([name]) => !ASSEMBLED.includes(name)));
  const config = head as unknown as Parameters<typeof app.getOpenAPI31Document>[0];
  // A base path stands in the servers of the document, so it is kept out of its paths.
  const bare = Object.assign(new OpenAPIHono(), { openAPIRegistry: app.openAPIRegistry });
  const emitted = { ...bare.getOpenAPI31Document(config) } as unknown as OpenApiDocument;
  emitted.paths = withPathItems(emitted.paths, source.paths);
  emitted.webhooks = withPathItems(emitted.webhooks, source.webhooks);
  emitted.components = withoutEmpty(emitted.components, source.components);
  for (const name of ASSEMBLED) {
    if (source[name] === undefined && entriesOf(emitted[name]).length === 0) delete emitted[name];
  }
  return emitted;
}

function operationsIn(pathItems: unknown): RouteConfig[] {
  return entriesOf(pathItems).flatMap(([path, pathItem]) =>
    entriesOf(pathItem)
      .filter(([method]) => METHODS.includes(method))
      .map(
        ([method, operation]) =>
          ({ responses: {}, ...(operation as JsonObject), method, path }) as unknown as RouteConfig,
      ),
  );
}

// The registry knows operations only: the keys of a path item beside them are put back here, as are path items that
// hold none.
function withPathItems(emitted: unknown, source: unknown): JsonObject {
  const result: JsonObject = { ...(isObject(emitted) ? emitted : {}) };
  for (const [path, pathItem] of entriesOf(source)) {
    if (!path.startsWith('x-') && !isObject(pathItem)) continue;
    const beside = entriesOf(pathItem).filter(([name]) => !METHODS.includes(name));
    const own = result[path];
    if (isObject(own) && isObject(pathItem)) dropAddedResponses(own, pathItem);
    result[path] = isObject(pathItem)
      ? { ...Object.fromEntries(beside), ...(isObject(own) ? own : {}) }
      : pathItem;
  }
  return result;
}

// The registry needs `responses`, which OpenAPI 3.1 does not.
function dropAddedResponses(emitted: JsonObject, source: JsonObject): void {
  for (const [method, operation] of Object.entries(source)) {
    const own = emitted[method];
    if (
      METHODS.includes(method) &&
      isObject(operation) &&
      isObject(own) &&
      operation.responses === undefined
    ) {
      const { responses: _added, ...rest } = own;
      emitted[method] = rest;
    }
  }
}

// The registry always emits `schemas` and `parameters`.
function withoutEmpty(emitted: unknown, source: unknown): JsonObject {
  const kept = isObject(source) ? source : {};
  return {
    ...Object.fromEntries(
      Object.entries(kept).filter(([, value]) => !isObject(value) || Object.keys(value).length === 0),
    ),
    ...Object.fromEntries(
      entriesOf(emitted).filter(([name, value]) => name in kept || entriesOf(value).length > 0),
    ),
  };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}
