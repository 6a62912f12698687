// Groups operations by resource: `/items` and `/items/{id}`, or a creation that links to the operation that reads its
// result.

import {
  isJsonObject,
  isLinkTarget,
  type JsonValue,
  type Link,
  type Method,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import type { Conventions } from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/http';
import { toSingular } from '../names.ts';
import { normalizePath, toResourcePath, unifyIds } from '../paths.ts';
import { cutVerbs, findMeantMethod, LISTING_SEGMENTS } from '../verbs.ts';
import { compoundIdNames } from './resource-ids.ts';

/** Resources of one kind and their operations. */
export interface Collection {
  /** The path of one resource without a trailing slash: `/items/{id}`. */
  itemPath: string;
  /** The name of the last parameter of the path. */
  parameter: string;
  create: Operation | undefined;
  list: Operation | undefined;
  read: Operation | undefined;
  patch: Operation | undefined;
  put: Operation | undefined;
  remove: Operation | undefined;
  /** The link from the creation to an operation on the created resource. */
  link: Link | undefined;
  /** The property with the id; learned by comparing the id in a path with a body. */
  idProperty: string | undefined;
  conventions: Conventions;
}

/** Lists the collections of a document, outer ones first. */
export function findCollections(
  { operations }: Pick<OpenApiModel, 'operations'>,
  conventions: Conventions,
): Collection[] {
  const collections = listCollections(operations, conventions);
  const byPath = new Map(collections.map((one) => [normalizePath(one.itemPath), one]));
  // If creating a resource requires an existing one of the same kind, look one up instead.
  for (const collection of collections) {
    if (requiresItself(collection, byPath)) collection.create = undefined;
  }
  return collections;
}

function requiresItself(collection: Collection, byPath: ReadonlyMap<string, Collection>): boolean {
  const seen = new Set<Collection>();
  const waiting = [collection];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const operation of [next.create, next.list]) {
      const outer = operation && byPath.get(normalizePath(cutAfterLastParameter(outerPath(operation))));
      if (outer === collection) return true;
      if (outer && !seen.has(outer)) waiting.push(outer);
      if (outer) seen.add(outer);
    }
  }
  return false;
}

// The path of a PUT ends with the id of the created resource.
function outerPath(operation: Operation): string {
  const path = toResourcePath(operation.path);
  return operation.method === 'put' && path.endsWith('}') ? path.slice(0, path.lastIndexOf('/')) : path;
}

function cutAfterLastParameter(path: string): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

function listCollections(operations: readonly Operation[], conventions: Conventions): Collection[] {
  // Paths without a verb come first.
  const ordered = operations.toSorted(
    (left, right) => Number(cutVerbs(left.path) !== left.path) - Number(cutVerbs(right.path) !== right.path),
  );
  const byPath = Map.groupBy(ordered, ({ path }) => unifyIds(path, conventions));
  const at = (path: string) => byPath.get(unifyIds(path, conventions)) ?? [];
  // `/tags` lists the resources of `/tag/{id}`.
  const inPlural = (path: string) =>
    [...byPath.keys()].filter((one) => toSingularPath(one) === unifyIds(path, conventions)).flatMap(at);
  return [...byPath.values()]
    .flatMap(([first]) => (first ? [toResourcePath(first.path)] : []))
    .filter((path) => /\/\{[^{}/]+\}$/.test(path))
    .toSorted((left, right) => left.split('/').length - right.split('/').length)
    .map((itemPath) => {
      const outer = itemPath.slice(0, itemPath.lastIndexOf('/'));
      const find = (method: Method) => findByMethod(at(itemPath), method);
      const linked = findLink(operations, at(itemPath));
      const named = operations.find((one) => returnsId(one, itemPath) && !isReadBeside(one, operations));
      const around = findByMethod(at(outer.slice(0, outer.lastIndexOf('/'))), 'get');
      const beside = [...at(outer), ...inPlural(outer)].filter((one) => !returnsSame(one, around));
      const posted = findCreation(beside) ?? linked?.from ?? named;
      const similar = operations.find(
        (one) => returnsSameSchema(one, find('get')) && !isReadBeside(one, operations),
      );
      const put = find('put');
      const create = posted ?? similar ?? (put && mayCreate(put) ? put : undefined);
      return {
        itemPath,
        parameter: itemPath.slice(itemPath.lastIndexOf('{') + 1, -1),
        create,
        list:
          findList(outer, at) ??
          findByMethod(inPlural(outer), 'get') ??
          findNestedList(create, find('get'), at),
        read: find('get'),
        patch: find('patch'),
        put,
        remove: find('delete'),
        link: linked && linked.from === create ? linked.link : undefined,
        idProperty: undefined,
        conventions,
      };
    });
}

// `POST /plans/{code}/notes` that returns the plan shows no id of the note.
function returnsSame(operation: Operation, other: Operation | undefined): boolean {
  const shown = schemaReference(other, ['200']);
  return (
    shown !== undefined && operation.method === 'post' && schemaReference(operation, ['200', '201']) === shown
  );
}

function toSingularPath(path: string): string {
  const last = path.lastIndexOf('/') + 1;
  return `${path.slice(0, last)}${toSingular(path.slice(last))}`;
}

function findByMethod(operations: readonly Operation[], method: Method): Operation | undefined {
  return operations.find((one) => findMeantMethod(one) === method);
}

// A path with a verb names the creation; a POST beside it, or one that returns a list with 200, may be a query.
function findCreation(operations: readonly Operation[]): Operation | undefined {
  const creations = operations.filter((one) => findMeantMethod(one) === 'post');
  return (
    creations.find(({ path }) => cutVerbs(path) !== path) ?? creations.find((one) => !documentsList(one))
  );
}

function documentsList({ responses }: Operation): boolean {
  const success = responses.filter(({ status }) => /^2(?!01)/.test(status));
  const schemas = success.flatMap(({ content }) => content.map(({ schema }) => schema?.schema));
  return schemas.some((one) => isJsonObject(one) && one.type === 'array');
}

function findList(path: string, at: (path: string) => readonly Operation[]): Operation | undefined {
  return [path, ...LISTING_SEGMENTS.map((segment) => `${path}/${segment}`)]
    .map((one) => findByMethod(at(one), 'get'))
    .find((one) => one !== undefined);
}

function findLink(
  operations: readonly Operation[],
  targets: readonly Operation[],
): { from: Operation; link: Link } | undefined {
  for (const from of operations) {
    for (const response of from.responses) {
      const link = response.links.find((one) => targets.some((target) => isLinkTarget(one, target)));
      if (link && from.method === 'post') return { from, link };
    }
  }
  return undefined;
}

// `POST /v1/videos` creates a resource of `/v1/tasks/{id}` if it returns `taskId`.
function returnsId({ method, responses }: Operation, itemPath: string): boolean {
  if (method !== 'post') return false;
  const names = compoundIdNames(itemPath).slice(0, 2);
  const success = responses.find(({ status }) => status.startsWith('2'));
  const schema = success?.content[0]?.schema?.schema;
  const properties = typeof schema === 'object' ? schema.properties : undefined;
  return names.some((name) => Object.hasOwn(Object(properties), name));
}

// `POST /exports` creates the `Job` that `/jobs/{id}` returns, `POST /customers/{id}/orders` the order of `/orders/{id}`.
function returnsSameSchema(operation: Operation, read: Operation | undefined): boolean {
  const shown = schemaReference(read, ['200']);
  return (
    operation.method === 'post' && shown !== undefined && schemaReference(operation, ['201', '202']) === shown
  );
}

// `POST /gists` creates the resource of `/gists/{id}`, not the revision of `/gists/{id}/{sha}` with the same schema, nor
// the user whose `userId` it returns.
function isReadBeside(create: Operation, operations: readonly Operation[]): boolean {
  const prefix = `${create.path.replace(/\/$/, '')}/`;
  return operations.some(
    ({ method, path }) =>
      method === 'get' && path.startsWith(prefix) && /^\{[^{}/]+\}\/?$/.test(path.slice(prefix.length)),
  );
}

// A PUT that may not find its resource changes an existing one, unless it documents a creation, too.
function mayCreate(put: Operation): boolean {
  return !documentsMissing(put) || put.responses.some(({ status }) => status === '201');
}

// Orders created at `/customers/{id}/orders` are listed there, too.
function findNestedList(
  create: Operation | undefined,
  read: Operation | undefined,
  at: (path: string) => readonly Operation[],
): Operation | undefined {
  const shown = schemaReference(read, ['200']);
  const beside = create?.method === 'post' ? at(create.path) : [];
  const list = beside.find(({ method }) => method === 'get');
  const schema = list?.responses.find(({ status }) => status === '200')?.content[0]?.schema?.schema;
  if (!isJsonObject(schema) || shown === undefined) return undefined;
  const members = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  const isListed = [schema, ...members].some(
    (one) => isJsonObject(one) && isJsonObject(one.items) && one.items.$ref === shown,
  );
  return isListed ? list : undefined;
}

/** Reports whether an operation documents that its resource may not exist. */
export function documentsMissing({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '404' || status === '410');
}

/** Returns the reference to the schema of a JSON response. */
export function schemaReference(operation: Operation | undefined, statuses: string[]): JsonValue | undefined {
  const response = operation?.responses.find(({ status }) => statuses.includes(status));
  const schema = response?.content.find(({ name }) => isJson(name))?.schema?.schema;
  return isJsonObject(schema) ? schema.$ref : undefined;
}
