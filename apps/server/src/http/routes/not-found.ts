/** Paths and methods that the contract lacks, answered with its error body all the same (OPEN-24). */
import type { Context } from 'hono';
import { ApiError, answerError, invalidRequest, notFound } from '../errors.ts';

interface PathMethods {
  readonly pattern: RegExp;
  readonly allow: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Makes the handler of unrouted requests out of a document's paths: 405 with Allow, or 404. */
export function answerNotFound(document: Readonly<Record<string, unknown>>): (context: Context) => Response {
  const known: PathMethods[] = Object.entries(document.paths ?? {}).map(([path, item]) => ({
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    allow: Object.keys(Object(item))
      .filter((key) => METHODS.has(key))
      .map((method) => method.toUpperCase())
      .join(', '),
  }));
  return (context) => {
    const { method, path } = context.req;
    const match = known.find(({ pattern }) => pattern.test(path));
    if (match === undefined) return answerError(context, notFound(`No resource at ${path}.`));
    const { body } = invalidRequest(`Method ${method} is not allowed at ${path} (allowed: ${match.allow}).`);
    return answerError(context, new ApiError(body.error, { Allow: match.allow }), 405);
  };
}
