// Operations that select resources of a kind otherwise than by the path of one: `GET /users/by-email/{email}`,
// `GET /pets/findByStatus`, `PUT /pets` with the id in its body.
import type { Operation } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes, listApplied, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { planList } from '../lists/list-plan.ts';
import { listCompoundNames, listIdNames } from '../names/id-names.ts';
import { simplifyName } from '../names/words.ts';
import { getCollection, isBelow } from '../paths/path-templates.ts';
import { findEnvelope, isScalar } from './envelope.ts';
import type { ResourceKind, Selector, View } from './resource-kind.ts';

type ViewedKind = Pick<ResourceKind, 'creation' | 'envelope' | 'itemPath' | 'list' | 'parameter' | 'source'>;

/** Finds the views of each kind among operations that have no other role; of several kinds, that with the nearest path has one. */
export function findViews<TKind extends ViewedKind>(
  kinds: readonly TKind[],
  operations: readonly Operation[],
  reader: DocumentReader,
): ReadonlyMap<TKind, View[]> {
  const viewsByKind = new Map<TKind, View[]>(kinds.map((kind) => [kind, []]));
  const shapes = kinds.map((kind) => ({ kind, shape: readShape(kind, reader) }));
  for (const operation of operations) {
    const fitting = shapes
      .map(({ kind, shape }) => ({ kind, view: shape && findView(operation, { kind, shape, reader }) }))
      .filter(({ view }) => view);
    const [best] = fitting.toSorted(
      (left, right) => countShared(operation, right.kind) - countShared(operation, left.kind),
    );
    if (best?.view) viewsByKind.get(best.kind)?.push(best.view);
  }
  // The same path changes and deletes the resource that it reads.
  for (const views of viewsByKind.values()) {
    for (const view of views.filter(
      ({ operation, isList }) => operation.resourceMethod === 'get' && !isList,
    )) {
      for (const operation of operations) {
        const isChange = ['delete', 'patch', 'put'].includes(operation.resourceMethod);
        if (isChange && operation.path === view.operation.path) views.push({ ...view, operation });
      }
    }
  }
  return viewsByKind;
}

function countShared({ resourcePath }: Operation, { itemPath }: ViewedKind): number {
  const segments = itemPath.split('/');
  const index = resourcePath.split('/').findIndex((segment, at) => segment !== segments[at]);
  return index < 0 ? segments.length : index;
}

/** The representation of a kind. */
interface Shape {
  /** The pointers of the shared schemas that describe it. */
  pointers: ReadonlySet<string>;
  members: ReadonlyMap<string, readonly SchemaNode[]>;
}

function readShape({ source, envelope }: ViewedKind, reader: DocumentReader): Shape | undefined {
  const body = findSuccessSchema(source, reader);
  if (!body || envelope.idProperty === undefined) return undefined;
  const nodes = findNodes([body], envelope.path);
  return { pointers: listShared(nodes), members: mergeProperties(nodes) };
}

// Schemas of an operation of its own are no evidence that two operations return the same.
function listShared(nodes: readonly SchemaNode[]): Set<string> {
  const described = listApplied(...nodes).filter(({ keywords }) => keywords.properties.size > 0);
  return new Set(
    described.map(({ origin }) => origin.pointer).filter((pointer) => !pointer.startsWith('#/paths/')),
  );
}

interface ViewSearch {
  kind: ViewedKind;
  shape: Shape;
  reader: DocumentReader;
}

function findView(operation: Operation, search: ViewSearch): View | undefined {
  const { kind, shape, reader } = search;
  if (isBelow(operation.resourcePath, kind.itemPath)) return undefined;
  if (operation.resourceMethod === 'put' || operation.resourceMethod === 'patch')
    return findChange(operation, search);
  const body = operation.resourceMethod === 'get' ? findSuccessSchema(operation, reader) : undefined;
  if (!body) return undefined;
  const returns = (path: readonly string[]) =>
    [...listShared(findNodes([body], path))].some((pointer) => shape.pointers.has(pointer));
  const plan = planList(reader, operation);
  if (plan) {
    const selectors = selectByPath(operation, search, true);
    const isNear = selectors?.length !== 0 || isInCollection(operation, kind);
    return selectors && isNear && returns([...plan.items, '0'])
      ? { operation, selectors, isList: true }
      : undefined;
  }
  if (
    !returns(
      findEnvelope(body, {
        reader,
        idNames: listIdNames(kind.itemPath, reader.conventions),
        itemPath: kind.itemPath,
      })?.path ?? [],
    )
  )
    return undefined;
  const selectors = selectByPath(operation, search, false) ?? [];
  return selectors.length > 0 ? { operation, selectors, isList: false } : undefined;
}

// `/pets/findByStatus` and `/me/pets` beside `/pets/{id}`.
function isInCollection({ resourcePath }: Operation, { itemPath, list, creation }: ViewedKind): boolean {
  const collectionPath = getCollection(itemPath);
  const collections = [collectionPath, list?.resourcePath, creation?.operation.resourcePath];
  const name = collectionPath.slice(collectionPath.lastIndexOf('/'));
  const isWithin = (path: string | undefined) => path !== undefined && isBelow(resourcePath, path);
  return collections.some(isWithin) || resourcePath.endsWith(name);
}

// `PUT /pets` replaces the resource whose id its body has.
function findChange(operation: Operation, { kind, reader }: ViewSearch): View | undefined {
  const { creation, list, envelope, itemPath } = kind;
  const { resourcePath } = operation;
  const collections = [creation?.operation.resourcePath, list?.resourcePath];
  const request = findRequestSchema(operation, reader);
  const { idProperty: member = '' } = envelope;
  const isOfKind = resourcePath !== itemPath && collections.includes(resourcePath);
  if (!isOfKind || !request || !isScalar(collectProperties(request).get(member))) return undefined;
  return { operation, selectors: [{ parameter: undefined, member }], isList: false };
}

// The members that the parameters of a path name; undefined if one of them names none.
function selectByPath(
  { resourcePath }: Operation,
  search: ViewSearch,
  isList: boolean,
): Selector[] | undefined {
  const segments = resourcePath.split('/');
  const segmentsAbove = search.kind.itemPath.split('/').slice(0, -1);
  const selectors: Selector[] = [];
  for (const [index, segment] of segments.entries()) {
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (name === undefined || segmentsAbove[index] === segment) continue;
    const isLast = index === segments.length - 1;
    const names = [
      ...(isLast ? listOwnNames(name, segments[index - 1] ?? '', search.kind) : []),
      // The id of another resource selects those that refer to it.
      ...(isLast && !isList ? [] : listCompoundNames(segments.slice(0, index + 1).join('/'))),
    ];
    const member = findMember(names, search.shape);
    if (member === undefined) return undefined;
    selectors.push({ parameter: `path:${name}`, member });
  }
  return selectors;
}

// `/by-email/{value}` names the member as `/{email}` does.
function listOwnNames(name: string, before: string, { parameter, itemPath, envelope }: ViewedKind): string[] {
  const isId = name === parameter || listCompoundNames(itemPath).includes(name);
  return [name, ...(isId ? [envelope.idProperty ?? ''] : []), before.replace(/^by[-_]?/i, '')];
}

// `createdBy` and `created-by` both name `created_by`.
function findMember(names: readonly string[], { members }: Shape): string | undefined {
  const all = [...members.keys()];
  for (const name of names.filter((candidate) => candidate !== '')) {
    const member = all.find((candidate) => simplifyName(candidate) === simplifyName(name));
    if (member !== undefined) return member;
  }
  return undefined;
}
