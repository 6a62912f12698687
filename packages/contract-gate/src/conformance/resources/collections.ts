// Finds out which operations are about the same resources: `/items` and `/items/{id}`, or a creation that links to
// what reads its result.

import {
  canonicalPointer,
  isJsonObject,
  type JsonValue,
  type Link,
  type Method,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/http';
import { operationsByPath } from '../lowest-node.ts';

/** Resources of one kind, and the operations on them. */
export interface Collection {
  /** The path of one of them: `/items/{id}`. */
  itemPath: string;
  /** The name of the parameter at its end. */
  parameter: string;
  create: Operation | undefined;
  list: Operation | undefined;
  read: Operation | undefined;
  patch: Operation | undefined;
  put: Operation | undefined;
  remove: Operation | undefined;
  /** The link from the creation to an operation on one of them. */
  link: Link | undefined;
  /** The member of a representation that holds the id, once it is known: of an id in a path, its value tells. */
  idMember: string | undefined;
}

/** Lists the kinds of resources of a document, outer ones first. */
export function findCollections(model: Pick<OpenApiModel, 'operations'>): Collection[] {
  const collections = collectionsIn(model);
  const byShape = new Map(collections.map((one) => [shapeOf(one.itemPath), one]));
  // What can only be made of one that exists already, by whatever detour, is not made but looked for.
  for (const collection of collections) {
    if (leadsBack(collection, byShape)) collection.create = undefined;
  }
  return collections;
}

function leadsBack(collection: Collection, byShape: ReadonlyMap<string, Collection>): boolean {
  const seen = new Set<Collection>();
  const waiting = [collection];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const operation of [next.create, next.list]) {
      const outer = operation && byShape.get(shapeOf(lastParameterOf(outerPathOf(operation))));
      if (outer === collection) return true;
      if (outer && !seen.has(outer)) waiting.push(outer);
      if (outer) seen.add(outer);
    }
  }
  return false;
}

// A PUT that creates names what it creates.
function outerPathOf({ method, path }: Operation): string {
  return method === 'put' ? path.slice(0, path.lastIndexOf('/')) : path;
}

/** Cuts a path behind its last parameter. */
function lastParameterOf(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

/** Writes a path without the names of its parameters, which differ between paths to the same place. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}

function collectionsIn({ operations }: Pick<OpenApiModel, 'operations'>): Collection[] {
  const byPath = operationsByPath(operations);
  const paths = [...byPath.keys()].filter((path) => /\/\{[^{}/]+\}$/.test(path));
  return paths
    .toSorted((one, other) => one.split('/').length - other.split('/').length)
    .map((itemPath) => {
      const of = (method: Method) => byPath.get(itemPath)?.find((one) => one.method === method);
      const prefix = itemPath.slice(0, itemPath.lastIndexOf('/'));
      const around = [...(byPath.get(prefix) ?? []), ...(byPath.get(`${prefix}/`) ?? [])];
      const linked = findLink(operations, byPath.get(itemPath) ?? []);
      const named = operations.find((one) => one.method === 'post' && returnsIdOf(one, itemPath));
      const posted = around.find(({ method }) => method === 'post') ?? linked?.from ?? named;
      const create = posted ?? operations.find((one) => makesWhat(one, of('get'))) ?? of('put');
      return {
        itemPath,
        parameter: itemPath.slice(itemPath.lastIndexOf('{') + 1, -1),
        create,
        list: around.find(({ method }) => method === 'get') ?? listBeside(create, of('get'), byPath),
        read: of('get'),
        patch: of('patch'),
        put: of('put'),
        remove: of('delete'),
        link: linked && linked.from === create ? linked.link : undefined,
        idMember: undefined,
      };
    });
}

function findLink(
  operations: readonly Operation[],
  targets: readonly Operation[],
): { from: Operation; link: Link } | undefined {
  for (const from of operations) {
    for (const response of from.responses) {
      const link = response.links.find((one) => targets.some((target) => leadsTo(one, target)));
      if (link && from.method === 'post') return { from, link };
    }
  }
  return undefined;
}

/** Tells whether a link leads to an operation. */
export function leadsTo({ operationId, operationRef }: Link, operation: Operation): boolean {
  if (operationId !== undefined) return operationId === operation.id;
  const reference = operationRef?.startsWith('#') ? canonicalPointer(operationRef) : undefined;
  return reference === operation.pointer;
}

// `/v1/tasks/{id}` is about what `POST /v1/videos` calls `taskId`.
function returnsIdOf({ responses }: Operation, itemPath: string): boolean {
  const names = idNames(itemPath).slice(0, 2);
  const success = responses.find(({ status }) => status.startsWith('2'));
  const schema = success?.content[0]?.schema?.schema;
  const properties = typeof schema === 'object' ? schema.properties : undefined;
  return names.some((name) => Object.hasOwn(Object(properties), name));
}

// `POST /exports` makes the `Job` that `/jobs/{id}` returns, and `POST /customers/{id}/orders` what `/orders/{id}` does.
function makesWhat(operation: Operation, read: Operation | undefined): boolean {
  const shown = representationOf(read, ['200']);
  return (
    operation.method === 'post' &&
    shown !== undefined &&
    representationOf(operation, ['201', '202']) === shown
  );
}

// What a nested path makes is listed there, too: `GET /customers/{id}/orders`.
function listBeside(
  create: Operation | undefined,
  read: Operation | undefined,
  byPath: ReadonlyMap<string, Operation[]>,
): Operation | undefined {
  const shown = representationOf(read, ['200']);
  const beside = create?.method === 'post' ? byPath.get(create.path) : undefined;
  const list = beside?.find(({ method }) => method === 'get');
  const schema = list?.responses.find(({ status }) => status === '200')?.content[0]?.schema?.schema;
  if (!isJsonObject(schema) || shown === undefined) return undefined;
  const members = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  const isListed = [schema, ...members].some(
    (one) => isJsonObject(one) && isJsonObject(one.items) && one.items.$ref === shown,
  );
  return isListed ? list : undefined;
}

/** Gives the reference to the schema of a response. */
function representationOf(operation: Operation | undefined, statuses: string[]): JsonValue | undefined {
  const response = operation?.responses.find(({ status }) => statuses.includes(status));
  const schema = response?.content.find(({ name }) => isJson(name))?.schema?.schema;
  return isJsonObject(schema) ? schema.$ref : undefined;
}

/** Lists the names that the id of a resource may have in a body, the most telling first. */
function idNames(itemPath: string): string[] {
  const tokens = itemPath.split('/');
  const parameter = (tokens.at(-1) ?? '').replaceAll(/[{}]/g, '');
  const one = singularOf((tokens.at(-2) ?? '').replaceAll(/[^A-Za-z0-9]/g, ''));
  const compound = one === '' ? [] : [`${one}Id`, `${one}_id`, `${one}ID`];
  return [...compound, parameter, 'id', '_id', 'uuid', 'key', 'slug', 'code', 'name'];
}

function singularOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:s|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

/** Finds the id of a resource in its representation. */
export function idIn(
  body: JsonValue | undefined,
  collection: Pick<Collection, 'idMember' | 'itemPath'>,
): number | string | undefined {
  if (!isJsonObject(body)) return undefined;
  const { idMember, itemPath } = collection;
  for (const name of idMember === undefined ? idNames(itemPath) : [idMember]) {
    const value = body[name];
    if (typeof value === 'string' || typeof value === 'number') return value;
  }
  for (const wrapper of WRAPPERS) {
    const inner = idIn(body[wrapper], collection);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const WRAPPERS = ['data', 'result', 'item'];

/** Finds the member of a representation that holds a known id, by the names that ids have, or else by its value. */
export function idMemberOf(body: JsonValue | undefined, itemPath: string, id: JsonValue): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const holds = (name: string) => typeof body[name] !== 'object' && String(body[name]) === String(id);
  const own = [...idNames(itemPath), ...Object.keys(body)].find(
    (name) => Object.hasOwn(body, name) && holds(name),
  );
  if (own !== undefined) return own;
  return WRAPPERS.map((wrapper) => idMemberOf(body[wrapper], itemPath, id)).find(
    (name) => name !== undefined,
  );
}

/** Reads the id out of a URL that leads to a resource. */
export function idInLocation(location: string | undefined, itemPath: string): string | undefined {
  if (location === undefined || !URL.canParse(location, 'http://localhost')) return undefined;
  const wanted = itemPath.split('/').slice(1);
  const given = new URL(location, 'http://localhost').pathname.split('/').slice(-wanted.length);
  const isSame = wanted.slice(0, -1).every((token, index) => token.startsWith('{') || token === given[index]);
  const last = given.at(-1);
  return isSame && last !== undefined && last !== '' ? decodeText(last) : undefined;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
