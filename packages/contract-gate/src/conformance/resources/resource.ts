// A resource that a run created or found, and its location in paths.
import type { JsonValue, Operation } from '@keyframe/openapi-model';
import { findId, getMember, matchUrl, writeTemplate } from '@keyframe/openapi-resources';
import { parameterKey, sentObject } from '../requests/draft.ts';
import { bodyValue, type Exchange } from '../session/session.ts';
import { findHeader } from '../wire/wire.ts';
import type { Collection } from './collections.ts';
import { evaluateExpression } from './evaluate-expression.ts';

/** A resource that this run created or found. */
export interface Resource {
  collection: Collection;
  /** Values of the path parameters by the index of their segment. */
  segments: ReadonlyMap<number, JsonValue>;
  /** The exchange that created it; undefined if it existed before. */
  created: Exchange | undefined;
}

/** Key of a resource, unique in a run. */
export function resourceKey({ collection, segments }: Pick<Resource, 'collection' | 'segments'>): string {
  return JSON.stringify([collection.itemPath, ...segments.values()]);
}

/** The index of the segment with the id of a resource. */
export function idIndex({ itemPath }: Pick<Collection, 'itemPath'>): number {
  return itemPath.split('/').length - 1;
}

/** The id of a resource as text. */
export function resourceId({ collection, segments }: Pick<Resource, 'collection' | 'segments'>): string {
  return String(segments.get(idIndex(collection)));
}

/** Sets the path parameters of an operation to the segments of a resource. */
export function pathValues(
  { resourcePath, parameters }: Operation,
  segments: ReadonlyMap<number, JsonValue>,
): (readonly [key: string, value: JsonValue | undefined])[] {
  const tokens = resourcePath.split('/');
  return parameters
    .filter(({ location }) => location === 'path')
    .map(({ name }) => [`path:${name}`, segments.get(tokens.indexOf(`{${name}}`))] as const);
}

/** Lists the path parameters of a draft by the index of their segment. */
export function parentSegments({
  operation,
  draft,
}: Pick<Exchange, 'draft' | 'operation'>): (readonly [number, JsonValue])[] {
  const tokens = operation.resourcePath.split('/');
  const segments: [index: number, value: JsonValue][] = [];
  for (const parameter of operation.parameters.filter(({ location }) => location === 'path')) {
    const value = draft.parameters.get(parameterKey(parameter));
    if (value !== undefined) segments.push([tokens.indexOf(`{${parameter.name}}`), value]);
  }
  return segments;
}

// `/customers/{id}/orders` may create resources of `/orders/{orderId}`: their segments have nothing in common.
/** Returns the ids in the path of an exchange that the paths of its resources have as well. */
export function sharedSegments(exchange: Exchange, { itemPath }: Collection): Map<number, JsonValue> {
  const cut = (path: string, index: number) =>
    path
      .split('/')
      .slice(0, index + 1)
      .join('/');
  const isShared = (index: number) =>
    writeTemplate(cut(exchange.operation.resourcePath, index)) === writeTemplate(cut(itemPath, index));
  return new Map(parentSegments(exchange).filter(([index]) => isShared(index)));
}

/** Finds the id of a created resource: by its link, its body, its Location, or a member that its request may choose. */
export function findCreatedId(
  exchange: Exchange,
  collection: Collection,
  settable: Iterable<string> = [],
): JsonValue | undefined {
  const { link, parameter, itemPath, idPath } = collection;
  const expression = link?.parameters[parameter] ?? link?.parameters[`path.${parameter}`];
  const linked = typeof expression === 'string' ? evaluateExpression(expression, exchange) : expression;
  if (typeof linked === 'string' || typeof linked === 'number') return linked;
  const described = idPath && getMember(bodyValue(exchange), idPath);
  if (typeof described === 'string' || typeof described === 'number') return described;
  const location = findHeader(exchange.response, 'location');
  return (
    findReturnedId(exchange, collection) ??
    findBareId(findCreated(exchange, collection)) ??
    (location === undefined ? undefined : matchUrl(location, itemPath)?.get(idIndex(collection))) ??
    findChosenId(exchange, collection, settable)
  );
}

// The creation of several resources returns a list. If the document shows that the request has the id, a list is of others.
function findCreated(exchange: Exchange, { chosenId }: Collection): JsonValue | undefined {
  const body = bodyValue(exchange);
  if (!Array.isArray(body)) return body;
  return body.length === 1 && chosenId === undefined ? body[0] : undefined;
}

// A creation may return nothing but the id. A text without a digit is a message.
function findBareId(body: JsonValue | undefined): number | string | undefined {
  const isId = typeof body === 'number' || (typeof body === 'string' && /^(?=.*\d)\S+$/.test(body));
  return isId ? body : undefined;
}

// `POST /plans/{code}/notes` may return the plan, whose `code` is not the id of the note.
function findReturnedId(exchange: Exchange, collection: Collection): JsonValue | undefined {
  const id = findId(findCreated(exchange, collection), collection);
  if (id === undefined || sharedSegments(exchange, collection).has(idIndex(collection))) return id;
  const outer = parentSegments(exchange).map(([, value]) => String(value));
  return outer.includes(String(id)) ? undefined : id;
}

// A client may choose the id in the body: `POST /tenants` with a `name` creates `/tenants/{tenant_name}`.
function findChosenId(
  { draft, body }: Exchange,
  collection: Collection,
  settable: Iterable<string>,
): JsonValue | undefined {
  const sent = sentObject(draft);
  if (collection.chosenId !== undefined) return sent?.[collection.chosenId];
  const isSilent = body.kind !== 'json' || Object.keys(Object(body.value)).length === 0;
  if (!isSilent || !sent) return undefined;
  // The `id` of a user is not the id in `/users/{username}`.
  const parameter = collection.parameter.toLowerCase();
  const isOwn = (name: string) => parameter.endsWith(name.toLowerCase());
  const own = Object.entries(sent).filter(([name]) => isOwn(name));
  const chosen = findId(Object.fromEntries(own), collection);
  // A request that omits its `username` creates a user whose name only the server knows.
  return chosen ?? ([...settable].some(isOwn) ? undefined : findId(sent, collection));
}
