// Resources that look like work, but are not.
import type { OpenApiModel, Operation } from '@keyframe/openapi-model';
import { findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { splitWords, toSingular } from '../names/words.ts';
import { getCollection, isBelow, writeTemplate } from '../paths/path-templates.ts';
import { isProgress } from '../states/state-words.ts';
import { isCancelPath } from './find-result.ts';
import { listBodyMembers, listObjects } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';

/** A start and its reader, as a rule found them. */
export interface Candidate {
  start: Operation;
  target: StateReader;
  isSameRepresentation: boolean;
  isAccepted: boolean;
}

/** Reports whether a candidate looks like a resource that people or other systems move from state to state. */
export function isTrap(candidate: Candidate, reader: DocumentReader): boolean {
  const { start, target, isAccepted } = candidate;
  if (isOnResource(start, target)) return true;
  if (isAccepted) return false;
  return (
    isResource(target, reader) ||
    isTrade([start.resourcePath, start.operationId ?? ''], reader) ||
    isSetByRequests(candidate, reader)
  );
}

const resources = new WeakMap<StateReader, boolean>();

/** Reports whether a reader reads no work of any start. Large documents have thousands of candidates. */
function isResource(target: StateReader, reader: DocumentReader): boolean {
  const existing = resources.get(target);
  if (existing !== undefined) return existing;
  const isTrap =
    isTrade([target.itemPath, target.schema?.component ?? ''], reader) ||
    isLifecycle(target, reader) ||
    isDecision(target) ||
    isEndedByRequests(target, reader) ||
    isResourceState(target, reader);
  resources.set(target, isTrap);
  return isTrap;
}

/** Reports whether an operation acts on work that exists: `POST /jobs/{id}/retry`, `POST /jobs/cancel`, `PATCH /jobs/{id}`. */
export function isOnResource(start: Operation, { itemPath, id }: StateReader): boolean {
  if (id.location !== 'path') return false;
  const { resourcePath } = start;
  if (/\/(?:current|last|latest)\//.test(resourcePath)) return true;
  const [path, item] = [withoutVersion(resourcePath), withoutVersion(itemPath)];
  const isCancel = isCancelPath(path) && isBelow(path, getCollection(item));
  // `/executions/{namespace}/{flow}` is no action of `/executions/{execution}`.
  const suffix = writeTemplate(path).slice(writeTemplate(item).length);
  const isItem = writeTemplate(path) === writeTemplate(item);
  return isCancel || isItem || (isBelow(path, item) && !suffix.startsWith('/{'));
}

// `/api/v3/runs/{id}` reads what `/api/v1/runs/{id}/retry` acts on.
function withoutVersion(path: string): string {
  return path.replace(/\/v\d+(?=\/)/, '');
}

// Payments and orders look like work in every respect.
function isTrade(names: readonly string[], { conventions }: DocumentReader): boolean {
  return names.some((name) =>
    splitWords(name).some((word) => conventions.matches('trade', toSingular(word))),
  );
}

// `draft`, `executing`, `done`: an email that people write and send.
function isLifecycle({ found, isOfWork }: StateReader, { conventions }: DocumentReader): boolean {
  return !isOfWork && found.unknown.some((word) => conventions.matches('lifecycleState', word));
}

// Somebody approves or denies what is pending.
function isDecision({ found, isOfWork }: StateReader): boolean {
  const { waiting, failure } = found.states;
  const isDenial = (word: string) => /^(?:rejected|denied|declined|refused)$/i.test(word);
  return !isOfWork && failure.length > 0 && failure.every(isDenial) && !waiting.some(isProgress);
}

function isSetByRequests(
  { start, target, isSameRepresentation }: Candidate,
  reader: DocumentReader,
): boolean {
  const name = target.found.path.at(-1);
  const { waiting, failure } = target.found.states;
  if (name === undefined) return false;
  // A to-do has a state from its creation on.
  const isSetAtStart = listBodyMembers(findRequestSchema(start, reader)).includes(name);
  if (isSetAtStart && isSameRepresentation) return true;
  const isRunning = waiting.some((word) => /running|processing|progress/i.test(word)) && failure.length > 0;
  if ((isSameRepresentation && failure.length > 0) || isRunning) return false;
  return listChanges(reader.model, target.itemPath).some((operation) => {
    const schema = findRequestSchema(operation, reader);
    // Also in an envelope.
    return listObjects(schema).some(({ path, members }) => path.length < 2 && members.has(name));
  });
}

const changes = new WeakMap<OpenApiModel, ReadonlyMap<string, readonly Operation[]>>();

/** Lists the operations that change a resource. Large documents have thousands of candidates. */
function listChanges(model: OpenApiModel, itemPath: string): readonly Operation[] {
  const byTemplate =
    changes.get(model) ??
    Map.groupBy(
      model.operations.filter(({ method }) => method !== 'get'),
      ({ resourcePath }) => writeTemplate(resourcePath),
    );
  changes.set(model, byTemplate);
  return byTemplate.get(writeTemplate(itemPath)) ?? [];
}

// `POST /uploads/{id}/complete` ends what waits for it.
function isEndedByRequests({ itemPath }: StateReader, { model }: DocumentReader): boolean {
  return model.operations.some(
    ({ method, resourcePath }) =>
      method !== 'get' &&
      /\/(?:complete|completion|finish|fulfill|resolve)$/.test(resourcePath) &&
      isBelow(resourcePath, itemPath),
  );
}

// `creating`, `ready`: a cluster or a database, unless it may fail, has a result, or is named as work.
function isResourceState({ found, schema, isOfWork }: StateReader, { conventions }: DocumentReader): boolean {
  const { states, path } = found;
  // `EXITED`, `TERMINATED`: a machine runs until somebody stops it.
  const isStop = (word: string) => /exited|terminated/i.test(word);
  const isMachine = states.success.length === 0 && !states.outcome && states.ended.some(isStop);
  if (isMachine && !isOfWork) return true;
  if (states.failure.length > 0 || !schema || path.length === 0 || isOfWork) return false;
  // A session may be pending and end, but is never in progress.
  if (states.success.length === 0 && !states.waiting.some(isProgress)) return true;
  const names = [...mergeProperties(findNodes([schema], path.slice(0, -1))).keys()];
  return !names.some(
    (name) => conventions.matches('workResult', name) || conventions.matches('failureReason', name),
  );
}
