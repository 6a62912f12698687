// Routes as generated code writes them: data, whose type is written beside it. `createRoute` infers that type, which a
// compiler pays for on every check.
import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { z } from 'zod';

/** The parts of a route that the runtime reads. */
export interface RouteShape {
  readonly method: string;
  readonly path: string;
  readonly request?: RequestShape | undefined;
  readonly responses: object;
}

export interface RequestShape {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly cookies?: unknown;
  readonly body?: BodyShape | undefined;
}

export interface BodyShape {
  readonly required?: boolean | undefined;
  readonly content: Readonly<Record<string, object | undefined>>;
}

type Content<TSchemas> = { [TName in keyof TSchemas]: { schema: TSchemas[TName] } };

/** The type of a request body: its schemas by media type. */
export interface Body<TSchemas, TRequired extends boolean = false> {
  required: TRequired;
  content: Content<TSchemas>;
}

/** The type of a response: its schemas by media type, and that of its headers. */
export type Answer<TSchemas = unknown, THeaders = unknown> = {
  description: string;
} & (unknown extends TSchemas ? unknown : { content: Content<TSchemas> }) &
  (unknown extends THeaders ? unknown : { headers: THeaders });

/** The content of what is JSON only, by media type. */
export type Json<TSchema> = { 'application/json': TSchema };

/** The type of a request body that is JSON only. */
export type JsonBody<TSchema, TRequired extends boolean = false> = Body<Json<TSchema>, TRequired>;

/** The type of a response that is JSON only and has no headers. */
export type JsonAnswer<TSchema> = Answer<Json<TSchema>>;

/** A response, or a request body, that is JSON only, as it is written. */
export interface JsonContent {
  content: { 'application/json': { schema: z.ZodType } };
  required?: true;
}

/** Writes a response, or a request body, that is JSON only. */
export function json(schema: z.ZodType, required?: true): JsonContent {
  return { content: { 'application/json': { schema } }, ...(required ? { required } : {}) };
}

/** The type of the schema of parameters or headers, by name. */
export type Texts<TShape extends z.core.$ZodLooseShape> = z.ZodObject<TShape>;

/** The type of an optional parameter or header. */
export type Optional<TSchema extends z.ZodType> = z.ZodExactOptional<TSchema>;

/** The type of a parameter or header that has a default. */
export type Defaulted<TSchema extends z.ZodType> = z.ZodDefault<TSchema>;

interface WrittenRoute {
  request?: {
    params?: z.ZodType;
    query?: z.ZodType;
    headers?: z.ZodType;
    cookies?: z.ZodType;
    body?: { required?: true; content: Readonly<Record<string, { schema: z.ZodType }>> };
  };
  responses: Readonly<
    Record<string, { headers?: z.ZodType; content?: Readonly<Record<string, { schema: z.ZodType }>> }>
  >;
}

/**
 * Creates a route of @hono/zod-openapi; the generator guarantees its type. `methodAndPath` is, for example,
 * `get /tasks`. Generated code calls this function, so that a bundler can drop the route. The descriptions of
 * responses are only in the document.
 */
// @__NO_SIDE_EFFECTS__
export function route<TRoute>(operationId: string, methodAndPath: string, write: () => WrittenRoute): TRoute {
  const space = methodAndPath.indexOf(' ');
  const [method, path] = [methodAndPath.slice(0, space), methodAndPath.slice(space + 1)];
  const { request, responses } = write();
  const described = Object.entries(responses).map(([status, one]) => [status, { description: '', ...one }]);
  const config = {
    method,
    path,
    operationId,
    ...(request ? { request } : {}),
    responses: Object.fromEntries(described),
  };
  return createRoute(config as RouteConfig) as unknown as TRoute;
}
