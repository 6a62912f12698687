// Groups operations by resource: `/items` and `/items/{id}`, or a creation that links to the operation that reads its
// result.

import {
  isJsonObject,
  isLinkTarget,
  type JsonValue,
  type Link,
  type Method,
  type Operation,
} from '@keyframe/openapi-model';
import {
  type Conventions,
  type DocumentReader,
  deriveResources,
  documentsMissing,
  toSingular,
} from '@keyframe/openapi-resources';
import { isJson } from '@keyframe/openapi-runtime/http';
import { normalizePath, toResourcePath, unifyIds } from '../paths.ts';
import { cutVerbs, findMeantMethod, LISTING_SEGMENTS } from '../verbs.ts';

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
export function findCollections(reader: DocumentReader): Collection[] {
  const collections = listCollections(reader);
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

function listCollections(reader: DocumentReader): Collection[] {
  const { conventions, model } = reader;
  const { operations } = model;
  const { kinds } = deriveResources(reader);
  const byTemplate = new Map(kinds.map((kind) => [normalizePath(kind.itemPath), kind]));
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
      const kind = byTemplate.get(normalizePath(itemPath));
      const around = findByMethod(at(outer.slice(0, outer.lastIndexOf('/'))), 'get');
      const beside = [...at(outer), ...inPlural(outer)].filter((one) => !returnsSame(one, around));
      const put = find('put');
      // Without evidence for a creation, one at the path of the collection is tried.
      const create =
        kind?.creation?.operation ?? findCreation(beside) ?? (put && mayCreate(put) ? put : undefined);
      return {
        itemPath,
        parameter: itemPath.slice(itemPath.lastIndexOf('{') + 1, -1),
        create,
        list: kind?.list ?? findList(outer, at) ?? findByMethod(inPlural(outer), 'get'),
        read: find('get'),
        patch: find('patch'),
        put,
        remove: find('delete'),
        link: create && findLink(create, at(itemPath)),
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

function findLink(create: Operation, targets: readonly Operation[]): Link | undefined {
  return create.responses
    .flatMap(({ links }) => links)
    .find((link) => targets.some((target) => isLinkTarget(link, target)));
}

// A PUT that may not find its resource changes an existing one, unless it documents a creation, too.
function mayCreate(put: Operation): boolean {
  return !documentsMissing(put) || put.responses.some(({ status }) => status === '201');
}

/** Returns the reference to the schema of a JSON response. */
export function schemaReference(operation: Operation | undefined, statuses: string[]): JsonValue | undefined {
  const response = operation?.responses.find(({ status }) => statuses.includes(status));
  const schema = response?.content.find(({ name }) => isJson(name))?.schema?.schema;
  return isJsonObject(schema) ? schema.$ref : undefined;
}
