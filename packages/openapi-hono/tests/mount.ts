import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ReadOptions } from '@keyframe/openapi-model';
import type { OpenApiDocument, ReplyParts } from '@keyframe/openapi-runtime/server';
import type { Context } from 'hono';
import { generateIntoFolder } from './generate-into-folder.ts';

/** A handler whose types the test leaves to the test of types. */
export type AnyHandler = (
  context: Context,
  reply: (parts: ReplyParts) => Response,
) => Response | Promise<Response>;

interface Generated {
  registerRoutes: (app: OpenAPIHono, handlers: object, options?: object) => OpenAPIHono;
  documentOf: (app: OpenAPIHono) => OpenApiDocument;
  operations: Readonly<Record<string, unknown>>;
}

export interface Mounting {
  app?: OpenAPIHono;
  /** By operationId; operations without one answer with what they were given. */
  handlers?: Readonly<Record<string, AnyHandler>>;
  options?: object;
}

/** Makes a document of paths, and of what else is given. */
export function documentOfPaths(paths: object, others: object = {}) {
  return { openapi: '3.1.0', info: { title: 'Test', version: '1' }, paths, ...others };
}

/** Generates a document and hands out a function that mounts it. */
export async function generated(document: object, readOptions?: ReadOptions) {
  await using folder = await generateIntoFolder(document, readOptions);
  const module: Generated = {
    ...(await import(join(folder.path, 'index.ts'))),
    ...(await import(join(folder.path, 'document.ts'))),
  };
  const mount = ({ app = new OpenAPIHono(), handlers = {}, options = {} }: Mounting = {}) => {
    const all = Object.keys(module.operations).map((id) => [id, handlers[id] ?? echo(id)]);
    return module.registerRoutes(app, Object.fromEntries(all), options);
  };
  return { ...module, mount };
}

/** Answers with the operation's id and with every value that was validated. */
function echo(id: string): AnyHandler {
  return (context) => {
    const valid = (target: string): unknown => context.req.valid(target as never);
    const targets = ['param', 'query', 'header', 'cookie', 'json', 'form'];
    const given = targets.map((target) => [target, valid(target)]).filter(([, value]) => value !== undefined);
    return context.json({ id, ...Object.fromEntries(given) });
  };
}

/** Sends a request and reads the JSON of its answer. */
export async function ask(app: OpenAPIHono, path: string, init: RequestInit = {}) {
  const response = await app.request(path, init);
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}
