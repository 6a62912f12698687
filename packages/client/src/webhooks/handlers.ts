// Handlers for each framework. Its types are structural, so that no framework is a dependency.
import { createCallbackHandler, type HandlerOptions } from './handle-callback.ts';
import type { ReceivedCallback } from './unwrap-callback.ts';

/** Node's ServerResponse, as far as an answer needs it. */
export interface ResponseLike {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Fastify's instance, as far as a route needs it. */
export interface FastifyLike {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (
      request: ReceivedCallback,
      reply: { code(status: number): { send(body: unknown): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * Handles callbacks as a route handler of Next (`export const POST = nextHandler({ … })`), and in other runtimes whose
 * handlers take a Request and return a Response: Deno, Bun, Cloudflare Workers.
 */
export function nextHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const handle = createCallbackHandler(options);
  return async (request) => {
    const { status, body } = await handle(request);
    return Response.json(body, { status });
  };
}

/** Handles callbacks in Hono: `app.post('/callbacks', honoHandler({ … }))`. */
export function honoHandler(
  options: HandlerOptions,
): (context: { req: { raw: Request } }) => Promise<Response> {
  const handle = nextHandler(options);
  return (context) => handle(context.req.raw);
}

/**
 * Handles callbacks in Express, `app.post('/callbacks', expressHandler({ … }))`, in a `createServer` of Node, and as an
 * API route of Next's pages. Put it before `express.json()`, or after `express.raw({ type: 'application/json' })`.
 */
export function expressHandler(
  options: HandlerOptions,
): (request: ReceivedCallback, response: ResponseLike, next?: (error: unknown) => unknown) => Promise<void> {
  const handle = createCallbackHandler(options);
  return async (request, response, next) => {
    try {
      const { status, body } = await handle(request);
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    } catch (error) {
      if (next !== undefined) {
        next(error);
        return;
      }
      response.statusCode = 500;
      response.end('');
      throw error;
    }
  };
}

/**
 * Handles callbacks in Fastify: `app.register(fastifyHandler({ path: '/callbacks', … }))`. As a plugin, so that within it
 * alone JSON stays the bytes that were signed.
 */
export function fastifyHandler({
  path,
  ...options
}: HandlerOptions & { path: string }): (app: FastifyLike) => Promise<void> {
  const handle = createCallbackHandler(options);
  return async (app) => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.post(path, async (request, reply) => {
      const { status, body } = await handle(request);
      return reply.code(status).send(body);
    });
  };
}
