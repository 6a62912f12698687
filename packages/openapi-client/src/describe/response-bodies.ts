// The bodies of responses that are checked or converted, and the constants of generated code for them.
import type { LocatedSchema, OpenApiModel, Operation } from '@keyframe/openapi-model';
import { isJson, isRange } from '@keyframe/openapi-runtime/media-type';

/** A JSON body of a response, or the items of a stream. */
export interface ResponseBody {
  /** The key of its operation. */
  key: string;
  status: string;
  mediaType: string;
  /** Whether the schema is that of the items of a stream. */
  isItem: boolean;
  schema: LocatedSchema;
}

/** The names of the constants for the bodies of an operation. */
export interface BodyConstants {
  /** Those of JSON bodies, by status and media type. */
  responses: Map<string, Map<string, string>>;
  /** Those of the items of streams, by media type. */
  items: Map<string, string>;
}

/** Names an operation by its location in the document. */
export function operationKey({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/** Lists the bodies of all responses that have a schema and are JSON, or may be by a range of media types. */
export function listResponseBodies({ operations }: OpenApiModel): ResponseBody[] {
  return operations.filter(({ method }) => method !== 'head').flatMap(listOperationBodies);
}

function listOperationBodies(operation: Operation): ResponseBody[] {
  const bodies: ResponseBody[] = [];
  const key = operationKey(operation);
  const isAlwaysRedirected = redirectsAlways(operation);
  for (const { status, content } of operation.responses) {
    if (isAlwaysRedirected && isRedirect(status)) continue;
    for (const { name: mediaType, schema, stream } of content) {
      const body = stream?.item ?? (isJson(mediaType) || isRange(mediaType) ? schema : undefined);
      const at = { key, status: status.replace('xx', 'XX'), mediaType, isItem: stream !== undefined };
      if (body) bodies.push({ ...at, schema: body });
    }
  }
  return bodies;
}

// The location is the result if the only documented successes are redirects, with any bodies.
function redirectsAlways({ responses }: Operation): boolean {
  const statuses = responses.map(({ status }) => status);
  return statuses.some(isRedirect) && !statuses.some((status) => /^(?:2|default)/.test(status));
}

function isRedirect(status: string): boolean {
  return status.startsWith('3');
}

/** Names the constants of bodies, by the keys of their operations; a body without a name has none. */
export function nameBodies<TBody extends ResponseBody>(
  bodies: readonly TBody[],
  nameBody: (body: TBody) => string | undefined,
): Map<string, BodyConstants> {
  const all = new Map<string, BodyConstants>();
  for (const body of bodies) {
    const { key, status, mediaType, isItem } = body;
    const name = nameBody(body);
    if (name === undefined) continue;
    const constants = all.get(key) ?? { responses: new Map(), items: new Map() };
    all.set(key, constants);
    const types = constants.responses.get(status) ?? new Map<string, string>();
    if (isItem) constants.items.set(mediaType, name);
    else constants.responses.set(status, types.set(mediaType, name));
  }
  return all;
}
