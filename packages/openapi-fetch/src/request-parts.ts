// The parts of a request: its URL, its headers and its body.
import type { HeadersOptions, PathSerializer, QuerySerializer } from './client-types.ts';

interface UrlOptions<TOperation> {
  baseUrl: string;
  params: { query?: Readonly<Record<string, unknown>>; path?: Readonly<Record<string, unknown>> };
  querySerializer: QuerySerializer<TOperation>;
  pathSerializer: PathSerializer;
}

/** Writes the URL of a call. */
export function createFinalURL<TOperation>(pathname: string, options: UrlOptions<TOperation>): string {
  const { baseUrl, params, querySerializer, pathSerializer } = options;
  const url = baseUrl + pathname;
  const query = querySerializer((params.query ?? {}) as Parameters<typeof querySerializer>[0]);
  const search = query.replace(/^\?/, '');
  return (params.path ? pathSerializer(url, params.path) : url) + (search && `?${search}`);
}

/** Merges headers; later ones replace earlier ones, null removes one, and a list adds its items. */
export function mergeHeaders(...sources: readonly (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  for (const [name, value] of sources.flatMap(listHeaders)) {
    if (value === null) merged.delete(name);
    else if (Array.isArray(value)) for (const item of value) merged.append(name, String(item));
    else if (value !== undefined) merged.set(name, String(value));
  }
  return merged;
}

function listHeaders(source: HeadersOptions = {}): [name: string, value: unknown][] {
  if (!(Symbol.iterator in source)) return Object.entries(source);
  return Array.from(source, ([name = '', value]) => [name, value]);
}

/** Writes a body as JSON, or as a form if the content type says so; FormData stays as it is. */
export function defaultBodySerializer(body: unknown, headers?: HeadersOptions): string | FormData {
  if (body instanceof FormData) return body;
  const isForm = mergeHeaders(headers).get('content-type') === 'application/x-www-form-urlencoded';
  return isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
}

/** Drops the slash at the end of a URL. */
export function removeTrailingSlash(url: string): string {
  return url.replace(/\/$/, '');
}
