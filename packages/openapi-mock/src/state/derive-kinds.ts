// Derives the kinds of resources, their states and callbacks from a document.
import {
  type JsonObject,
  listExamples,
  type Method,
  type OpenApiModel,
  type Operation,
} from '@keyframe/openapi-model';
import { isJson } from '@keyframe/openapi-runtime/wire';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { collectProperties, findNodes } from '../document/schema-parts.ts';
import type { Schemas } from '../document/schemas.ts';
import { findActions } from './actions.ts';
import { findCreation, findOnCollection } from './derive-creation.ts';
import { findRepresentation } from './derive-representation.ts';
import { findEmbedded } from './embedded.ts';
import { unwrap } from './envelope.ts';
import { listIdNames, rankIdNames } from './id-names.ts';
import { listCallbacks } from './list-callbacks.ts';
import { listLocationCreations } from './location-creations.ts';
import { listNamedCreations } from './named-creations.ts';
import { findRequestSchema, findSuccessSchema } from './operation-schemas.ts';
import { getIdParameter, isItemPath, writeTemplate } from './path-templates.ts';
import { type Creation, type Envelope, listOwnOperations, type ResourceKind } from './resource-kind.ts';
import { collectSent } from './sent-lists.ts';
import { areShown } from './shown-resources.ts';
import {
  deriveStates,
  findStateProperty,
  listObjects,
  listPropertyConstants,
  type StateCallback,
  type StateMachine,
} from './state-machine.ts';
import { findViews } from './views.ts';

/** A kind, and the callbacks of its creation. */
export interface DerivedKind extends ResourceKind {
  callbacks: readonly StateCallback[];
}

/** Derives all kinds of a document whose resources some operation creates, or a list or an example shows. */
export function deriveKinds(model: OpenApiModel, schemas: Schemas): DerivedKind[] {
  const paths = model.operations.map(({ resourcePath }) => resourcePath);
  // If paths differ only in the names of parameters, the first one names the kind.
  const distinct = new Map(paths.toReversed().map((path) => [writeTemplate(path), path]));
  const kinds = [...new Set(paths)]
    .filter((path) => distinct.get(writeTemplate(path)) === path)
    .filter(isItemPath)
    .flatMap((itemPath) => deriveKind(model, schemas, itemPath) ?? []);
  const owned = new Set(kinds.flatMap(listOwnOperations));
  // `POST /orders/{id}/items` may return the order, but creates an item.
  const others = model.operations.filter((operation) => !owned.has(operation));
  const views = findViews(kinds, others, schemas);
  return kinds.map((kind) => ({
    ...kind,
    actions: findActions(kind, others, schemas),
    views: views.get(kind) ?? [],
    embedded: findEmbedded(kind, kinds, schemas),
  }));
}

function deriveKind(
  model: OpenApiModel,
  schemas: Schemas,
  itemPath: string,
): Omit<DerivedKind, 'actions' | 'embedded' | 'views'> | undefined {
  const { operations } = model;
  const template = writeTemplate(itemPath);
  const targets = operations.filter(({ resourcePath }) => writeTemplate(resourcePath) === template);
  const find = (method: Method) => targets.find((one) => one.method === method);
  const requested = findRequestSchema(findOnCollection(operations, 'post', itemPath), schemas);
  const idNames = rankIdNames(listIdNames(itemPath), requested ? collectProperties(requested) : new Map());
  const read = find('get');
  const search = { operations, schemas, itemPath, targets, read, idNames };
  const named = listNamedCreations(search);
  const located = listLocationCreations(search);
  const [creation] = [findCreation(search, named), ...located].filter((found) => found !== undefined);
  if (!creation && !areShown(search)) return undefined;
  if (!read && !find('delete') && !find('put') && !find('patch')) return undefined;
  const lists = operations.filter(({ method }) => method === 'get');
  // PUT creates at the path of the resource itself.
  const isAtCreation = ({ resourcePath }: Operation) =>
    resourcePath === creation?.operation.resourcePath && resourcePath !== itemPath;
  const own = [read, find('put'), find('patch')];
  const isShown = creation?.operation.method === 'post' || own.some((one) => findSuccessSchema(one, schemas));
  const onCollection = findOnCollection(operations, 'get', itemPath);
  // A list of memberships shows the members, which are resources of another kind.
  const list = isShown || !creation ? (onCollection ?? lists.find(isAtCreation)) : undefined;
  const { source, envelope: found } = findRepresentation({ schemas, idNames, creation, list, targets: own });
  const envelope = refineEnvelope(found, creation, requested);
  const otherCreations = creation
    ? [...named, ...located].filter(({ operation }) => operation !== creation.operation)
    : [];
  const callbacks = [...(creation ? [creation] : []), ...otherCreations].flatMap(({ operation }) =>
    listCallbacks(operation),
  );
  const body = findSuccessSchema(source, schemas);
  const [schema] = body ? findNodes([body], envelope.path) : [];
  const states =
    schema && deriveKindStates(schema, { model, schemas, source, creation, envelope, callbacks });
  return {
    itemPath,
    parameter: getIdParameter(itemPath),
    creation,
    otherCreations,
    list,
    read,
    replace: find('put'),
    // Some services change a resource by POST at its path.
    merge: find('patch') ?? find('post'),
    remove: find('delete'),
    source,
    envelope,
    states,
    stateProperty: schema && findStateProperty(schema),
    callbacks: callbacks.map((callback) => ({ ...callback, state: findState(callback, states, schemas) })),
  };
}

// A name that requests set is not the id if the creation returns another one.
function refineEnvelope(
  envelope: Envelope,
  creation: Creation | undefined,
  requested: SchemaNode | undefined,
): Envelope {
  const returned = creation?.idPath?.at(-1);
  const settable = requested ? collectProperties(requested) : new Map<string, SchemaNode[]>();
  const { path, idProperty = '' } = envelope;
  const isOther = returned !== undefined && returned !== idProperty && !settable.has(returned);
  return isOther && settable.has(idProperty) ? { path, idProperty: undefined } : envelope;
}

interface StateSource {
  model: OpenApiModel;
  schemas: Schemas;
  source: Operation | undefined;
  creation: Creation | undefined;
  envelope: Envelope;
  callbacks: readonly StateCallback[];
}

function deriveKindStates(schema: SchemaNode, parts: StateSource): StateMachine | undefined {
  const { schemas, creation, callbacks } = parts;
  const requested = findRequestSchema(creation?.operation, schemas);
  return deriveStates({
    schema,
    examples: listRepresentations(parts),
    settable: new Set(collectSent(requested, creation?.sentList).keys()),
    listCallbackStates: (property) =>
      callbacks.flatMap((callback) => listConstantsOnce(callback, property, schemas)),
  });
}

function listRepresentations({ model, source, envelope }: StateSource): JsonObject[] {
  const { responses = [] } = source ?? {};
  const media = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.filter(({ name }) => isJson(name)));
  const values = media.flatMap(({ pointer }) => listExamples(model, pointer).map(({ value }) => value));
  return listObjects(values.map((value) => unwrap(value, envelope.path)));
}

// The states of a callback whose body is of one state only.
function listConstantsOnce({ media }: StateCallback, property: string, schemas: Schemas): string[] {
  if (!media?.schema) return [];
  const schema = schemas.node({ schema: media.schema, direction: 'request' });
  const constants = new Set(listPropertyConstants(schema, property));
  return constants.size === 1 ? [...constants] : [];
}

function findState(
  callback: StateCallback,
  states: StateMachine | undefined,
  schemas: Schemas,
): string | undefined {
  if (!states) return undefined;
  const [state] = listConstantsOnce(callback, states.property, schemas);
  if (state !== undefined && states.states.includes(state)) return state;
  // One callback for every outcome is sent with the final state.
  return states.course.at(-1);
}
