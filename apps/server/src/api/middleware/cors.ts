/**
 * Pages that may read the server's responses (CORS). With a test key any page may, which is the purpose of the sandbox.
 * Responses to a live key stay closed, since every visitor of a page can read a key that the page contains.
 */
import type { OperationRequest } from '@keyframe/openapi-runtime/server';
import type { Context, Env, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

const LIVE_KEY = /^Bearer +sk_live_/i;
const PREFLIGHT_MAX_AGE_SECONDS = 7200;

const EXPOSED_HEADERS = [
  'Deprecation',
  'Idempotent-Replayed',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'X-Request-Id',
];

function isOpen(authorization: string | undefined): boolean {
  return !LIVE_KEY.test(authorization ?? '');
}

/** Opens responses of the contract's operations to pages. */
export function openToPages<TEnv extends Env>(request: OperationRequest<TEnv>): undefined {
  if (request.header('origin') === undefined) return undefined;
  if (isOpen(request.header('authorization'))) request.setHeader('Access-Control-Allow-Origin', '*');
  request.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(','));
  request.setHeader('Vary', 'Origin');
}

/** Opens the paths of the contract: to preflights, and the responses to requests that no operation answers. */
export const contractCors: MiddlewareHandler = forPages(
  cors({
    origin: (_, context: Context) => (isOpen(context.req.header('authorization')) ? '*' : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'Prefer'],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  }),
);

/** Opens what is signed or needs no key: result files, and the document. */
export const openCors: MiddlewareHandler = forPages(
  cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['Range'],
    exposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range'],
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  }),
);

/**
 * Skips requests that no page made, which costs them nothing, and OPTIONS requests that are not preflights,
 * which are answered as any other method that a path lacks (OPEN-24).
 */
function forPages(access: MiddlewareHandler): MiddlewareHandler {
  return (context, next) => {
    const { req } = context;
    const isFromPage = req.header('origin') !== undefined;
    const isPreflight = req.header('access-control-request-method') !== undefined;
    return isFromPage && (req.method !== 'OPTIONS' || isPreflight) ? access(context, next) : next();
  };
}
