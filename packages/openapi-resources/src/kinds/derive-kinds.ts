// Derives the kinds of resources, their states and callbacks from a document.
import { type JsonObject, listExamples, type Method, type Operation } from '@keyframe/openapi-model';
import { isJson, splitPointer } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema, findSuccessSchema } from '../document/operation-schemas.ts';
import { listIdNames, rankIdNames } from '../names/id-names.ts';
import { getIdParameter } from '../paths/path-templates.ts';
import {
  deriveStates,
  findStateProperty,
  listObjects,
  listPropertyConstants,
  type StateCallback,
  type StateMachine,
} from '../states/state-machine.ts';
import type { Work } from '../work/work.ts';
import { findActions } from './actions.ts';
import { findCreation } from './derive-creation.ts';
import { findRepresentation } from './derive-representation.ts';
import { findEmbedded } from './embedded.ts';
import { unwrap } from './envelope.ts';
import { listIdentifyingMembers, listThings } from './identifying-members.ts';
import { type ItemPath, listItemPaths } from './item-paths.ts';
import { listCallbacks } from './list-callbacks.ts';
import { listLocationCreations } from './location-creations.ts';
import { listNamedCreations } from './named-creations.ts';
import { findList, findOnCollection } from './on-collection.ts';
import { findPossibleCreation } from './possible-creation.ts';
import { findReadOnlyMembers } from './read-only-members.ts';
import { type Creation, type Envelope, listOwnOperations, type ResourceKind } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';
import { areShown } from './shown-resources.ts';
import { findViews } from './views.ts';

/** A kind, and the callbacks of its creation. */
export interface DerivedKind extends ResourceKind {
  callbacks: readonly StateCallback[];
  /** The members beside the id that no two resources share. */
  identifying: readonly string[];
  /** The members that no request can set. */
  readOnly: ReadonlySet<string>;
  /** The work that its resources are. */
  work: Work | undefined;
}

/** Derives all kinds of a document. */
export function deriveKinds(reader: DocumentReader, works: readonly Work[]): DerivedKind[] {
  const { model } = reader;
  const kinds = listItemPaths(reader).map((itemPath) => deriveKind(reader, itemPath, works));
  const kept = kinds.filter(({ hasResources }) => hasResources);
  const owned = new Set(kept.flatMap(listOwnOperations));
  // `POST /orders/{id}/items` may return the order, but creates an item.
  const candidates = model.operations.filter((operation) => !owned.has(operation));
  const views = findViews(kept, candidates, reader);
  for (const { operation } of [...views.values()].flat()) owned.add(operation);
  return kinds
    .filter(
      (kind) => kind.hasResources || needsId(kind) || listOwnOperations(kind).some((one) => !owned.has(one)),
    )
    .map((kind) => ({
      ...kind,
      actions: kind.hasResources ? findActions(kind, candidates, reader) : [],
      views: views.get(kind) ?? [],
      embedded: kind.hasResources ? findEmbedded(kind, kept, reader) : [],
    }));
}

// The operations below a resource need its id, although none reads it, or a second key.
function needsId({ isOtherKey, isUnread, creation, possibleCreation, list }: KeptKind): boolean {
  return isOtherKey || (isUnread && (creation ?? possibleCreation ?? list) !== undefined);
}

type KeptKind = Omit<DerivedKind, 'actions' | 'embedded' | 'views'>;

function deriveKind(
  reader: DocumentReader,
  { itemPath, targets, isOtherKey }: ItemPath,
  works: readonly Work[],
): KeptKind {
  const { operations } = reader.model;
  const find = (method: Method) => targets.find((target) => target.resourceMethod === method);
  const requested = findRequestSchema(findOnCollection(operations, 'post', itemPath), reader);
  const settable = collectMembers(requested);
  const idNames = rankIdNames(listIdNames(itemPath, reader.conventions), settable);
  const read = find('get');
  const isUnread = targets.length === 0;
  const search = { operations, reader, itemPath, targets, read, idNames, settable };
  const creations = isUnread ? [] : listNamedCreations(search);
  const located = listLocationCreations(search);
  const [creation] = [findCreation(search, creations), ...located].filter((found) => found !== undefined);
  const representations = [read, find('put'), find('patch')];
  const isShown =
    creation?.operation.resourceMethod === 'post' ||
    representations.some((operation) => findSuccessSchema(operation, reader));
  // A list of memberships shows the members, which are resources of another kind.
  const list = isShown || !creation ? findList(search, creation) : undefined;
  const changes = representations.slice(1);
  const { source, envelope: found } = findRepresentation({ ...search, creation, list, changes });
  const envelope = refineEnvelope(found, creation, requested);
  const otherCreations = creation
    ? [...creations, ...located].filter(({ operation }) => operation !== creation.operation)
    : [];
  const callbacks = [...(creation ? [creation] : []), ...otherCreations].flatMap(({ operation }) =>
    listCallbacks(operation),
  );
  const body = findSuccessSchema(source, reader);
  const [schema] = body ? findNodes([body], envelope.path) : [];
  const work = findOwnWork(works, read, envelope);
  const states = schema && deriveKindStates(schema, { reader, source, creation, envelope, callbacks, work });
  const operationsOfKind = {
    creation,
    replace: find('put'),
    // Some services change a resource by POST at its path.
    merge: find('patch') ?? find('post'),
  };
  return {
    ...operationsOfKind,
    ...describeMembers(reader, { ...operationsOfKind, itemPath, body, envelope }),
    itemPath,
    idNames,
    hasResources:
      isVisible({ targets, creation, list }) && !isOtherKey && (creation !== undefined || areShown(search)),
    isUnread,
    isOtherKey,
    possibleCreation: creation ? undefined : findPossibleCreation(search),
    parameter: getIdParameter(itemPath),
    otherCreations,
    list,
    read,
    remove: find('delete'),
    source,
    envelope,
    states,
    work: states && work,
    stateProperty: schema && findStateProperty(schema, reader.conventions),
    callbacks: callbacks.map((callback) => ({ ...callback, state: findState(callback, states, reader) })),
  };
}

function collectMembers(schema: SchemaNode | undefined) {
  return schema ? collectProperties(schema) : new Map<string, SchemaNode[]>();
}

interface DescribedKind
  extends Pick<ResourceKind, 'creation' | 'envelope' | 'itemPath' | 'merge' | 'replace'> {
  body: SchemaNode | undefined;
}

const REACHING: readonly Method[] = ['get', 'delete', 'put', 'patch'];

// A list shows what a request has created, also if only operations below it take its id.
function isVisible({
  targets,
  creation,
  list,
}: { targets: readonly Operation[] } & Pick<KeptKind, 'creation' | 'list'>): boolean {
  const isReachable = targets.some(({ resourceMethod }) => REACHING.includes(resourceMethod));
  return isReachable || (targets.length === 0 && creation !== undefined && list !== undefined);
}

function describeMembers(reader: DocumentReader, kind: DescribedKind) {
  const { itemPath, creation, body, envelope } = kind;
  const properties = mergeProperties(body ? findNodes([body], envelope.path) : []);
  const requested = collectSent(findRequestSchema(creation?.operation, reader), creation?.sentList);
  const things = listThings(reader.model.operations);
  const search = { itemPath, properties, requested, things, conventions: reader.conventions };
  return {
    identifying: listIdentifyingMembers(search).filter((name) => name !== envelope.idProperty),
    readOnly: findReadOnlyMembers(kind, properties, reader),
  };
}

// A name that requests set is not the id if the creation returns another one.
function refineEnvelope(
  envelope: Envelope,
  creation: Creation | undefined,
  requested: SchemaNode | undefined,
): Envelope {
  const returned = creation?.idPath?.at(-1);
  const settable = collectMembers(requested);
  const { path, idProperty = '' } = envelope;
  const isOther = returned !== undefined && returned !== idProperty && !settable.has(returned);
  return isOther && settable.has(idProperty) ? { path, idProperty: undefined } : envelope;
}

interface StateSource {
  reader: DocumentReader;
  source: Operation | undefined;
  creation: Creation | undefined;
  envelope: Envelope;
  callbacks: readonly StateCallback[];
  /** The work that the resource is. */
  work: Work | undefined;
}

function deriveKindStates(schema: SchemaNode, parts: StateSource): StateMachine | undefined {
  const { reader, creation, callbacks, work } = parts;
  const property = work && readStatePath(work).at(-1);
  const requested = findRequestSchema(creation?.operation, reader);
  return deriveStates({
    schema,
    conventions: reader.conventions,
    work: work && property !== undefined ? { property, states: work.states } : undefined,
    examples: listRepresentations(parts),
    settable: new Set(collectSent(requested, creation?.sentList).keys()),
    listCallbackStates: (property) =>
      callbacks.flatMap((callback) => listConstantsOnce(callback, property, reader)),
  });
}

// Work whose state is a member of the representation itself.
function findOwnWork(
  works: readonly Work[],
  read: Operation | undefined,
  { path }: Envelope,
): Work | undefined {
  return works.find(
    (work) => work.reader === read && readStatePath(work).slice(0, -1).join('/') === path.join('/'),
  );
}

function readStatePath({ states }: Work): string[] {
  const [, pointer = ''] = /^\$response\.body#(\/.*)$/.exec(states.state) ?? [];
  return splitPointer(pointer);
}

function listRepresentations({ reader: { model }, source, envelope }: StateSource): JsonObject[] {
  const { responses = [] } = source ?? {};
  const media = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.filter(({ name }) => isJson(name)));
  const values = media.flatMap(({ pointer }) => listExamples(model, pointer).map(({ value }) => value));
  return listObjects(values.map((value) => unwrap(value, envelope.path)));
}

// The states of a callback whose body is of one state only.
function listConstantsOnce({ media }: StateCallback, property: string, reader: DocumentReader): string[] {
  if (!media?.schema) return [];
  const schema = reader.node({ schema: media.schema, direction: 'request' });
  const constants = new Set(listPropertyConstants(schema, property));
  return constants.size === 1 ? [...constants] : [];
}

function findState(
  callback: StateCallback,
  states: StateMachine | undefined,
  reader: DocumentReader,
): string | undefined {
  if (!states) return undefined;
  const [state] = listConstantsOnce(callback, states.property, reader);
  if (state !== undefined && states.states.includes(state)) return state;
  // One callback for every outcome is sent with the final state.
  return states.course.at(-1);
}
