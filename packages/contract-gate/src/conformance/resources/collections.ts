// The kinds of resources of a document as a run uses them: how it creates, finds and identifies them.
import { type Link, listPathParameters, type Operation, type Parameter } from '@keyframe/openapi-model';
import {
  type Conventions,
  type DerivedKind,
  type DocumentReader,
  isBelow,
  listOuterPaths,
  type Resources,
  writeTemplate,
} from '@keyframe/openapi-resources';

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
  /** Whether no operation has the path of one resource. */
  isUnread: boolean;
  /** Operations below a resource that change it. */
  actions: readonly Operation[];
  /** The link from the creation to an operation on the created resource. */
  link: Link | undefined;
  /** Names that lead to the id in the response to the creation, if its schema shows it. */
  idPath: readonly string[] | undefined;
  /** The member of the creation with the id that the client chooses. */
  chosenId: string | undefined;
  /** The parameter with the id, in an operation on one resource or below it. */
  idParameter: Parameter | undefined;
  /** The property with the id; learned by comparing the id in a path with a body. */
  idProperty: string | undefined;
  conventions: Conventions;
}

/** Lists the collections of a document, outer ones first. */
export function findCollections({ reader, kinds }: Pick<Resources, 'kinds' | 'reader'>): Collection[] {
  const collections = kinds
    .filter(({ itemPath, parameter }) => itemPath.endsWith(`/{${parameter}}`))
    .toSorted((left, right) => countSegments(left) - countSegments(right))
    .map((kind) => toCollection(kind, reader));
  const byPath = new Map(collections.map((one) => [writeTemplate(one.itemPath), one]));
  // If creating a resource requires an existing one of the same kind, look one up instead.
  for (const collection of collections) {
    if (requiresItself(collection, byPath)) collection.create = undefined;
  }
  return collections;
}

function countSegments({ itemPath }: Pick<Collection, 'itemPath'>): number {
  return itemPath.split('/').length;
}

function toCollection(kind: DerivedKind, { model, conventions }: DocumentReader): Collection {
  const { itemPath, parameter, creation, possibleCreation, list, read, replace, merge, remove } = kind;
  const patch = merge?.resourceMethod === 'patch' ? merge : undefined;
  return {
    itemPath,
    parameter,
    create: creation?.operation ?? possibleCreation,
    list,
    read,
    patch,
    put: replace,
    remove,
    isUnread: kind.isUnread,
    actions: kind.actions,
    link: creation?.link,
    idPath: creation?.idPath,
    chosenId: creation?.chosenId,
    idParameter: findIdParameter(itemPath, [read, patch, replace, remove, ...model.operations]),
    idProperty: undefined,
    conventions,
  };
}

function findIdParameter(
  itemPath: string,
  operations: readonly (Operation | undefined)[],
): Parameter | undefined {
  const template = writeTemplate(itemPath);
  const count = listPathParameters(itemPath).length;
  for (const operation of operations) {
    if (!operation) continue;
    const { resourcePath, parameters } = operation;
    if (writeTemplate(resourcePath) !== template && !isBelow(resourcePath, itemPath)) continue;
    const name = listPathParameters(resourcePath)[count - 1];
    return parameters.find((parameter) => parameter.location === 'path' && parameter.name === name);
  }
  return undefined;
}

function requiresItself(collection: Collection, byPath: ReadonlyMap<string, Collection>): boolean {
  const seen = new Set<Collection>();
  const waiting = [collection];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const operation of [next.create, next.list]) {
      const outer = operation && byPath.get(writeTemplate(findOuterPath(operation)));
      if (outer === collection) return true;
      if (outer && !seen.has(outer)) waiting.push(outer);
      if (outer) seen.add(outer);
    }
  }
  return false;
}

// The path of a PUT ends with the id of the created resource.
function findOuterPath({ method, resourcePath }: Operation): string {
  return listOuterPaths(method === 'put' ? resourcePath : `${resourcePath}/`).at(-1) ?? '';
}
