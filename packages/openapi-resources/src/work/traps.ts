// Resources that look like work, but are none.
import type { Operation } from '@keyframe/openapi-model';
import { collectProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { splitWords, toSingular } from '../names/words.ts';
import { isBelow, writeTemplate } from '../paths/path-templates.ts';
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
    isTrade(candidate, reader) || isSetByRequests(candidate, reader) || isResourceState(candidate, reader)
  );
}

// `POST /jobs/{id}/retry` and `PATCH /jobs/{id}` act on work that exists.
function isOnResource({ resourcePath }: Operation, { itemPath, id }: StateReader): boolean {
  return (
    id.location === 'path' &&
    (writeTemplate(resourcePath) === writeTemplate(itemPath) || isBelow(resourcePath, itemPath))
  );
}

// Payments and orders look like work in every respect.
function isTrade({ start, target }: Candidate, { conventions }: DocumentReader): boolean {
  const names = [
    start.resourcePath,
    target.itemPath,
    start.operationId ?? '',
    target.schema?.component ?? '',
  ];
  const words = names.flatMap(splitWords).map(toSingular);
  return words.some((word) => conventions.matches('trade', word));
}

function isSetByRequests({ target, isSameRepresentation }: Candidate, reader: DocumentReader): boolean {
  const [name = ''] = target.found.path.slice(-1);
  const { waiting, failure } = target.found.states;
  const isRunning = waiting.some((word) => /running|processing|progress/i.test(word)) && failure.length > 0;
  if (isSameRepresentation || isRunning || target.found.path.length === 0) return false;
  return reader.model.operations.some((operation) => {
    const isOfResource = writeTemplate(operation.resourcePath) === writeTemplate(target.itemPath);
    const schema =
      isOfResource && operation.method !== 'get' ? findRequestSchema(operation, reader) : undefined;
    return schema !== undefined && collectProperties(schema).has(name);
  });
}

// `creating`, `ready`: a cluster or a database, unless it may fail or has a result.
function isResourceState({ target }: Candidate, { conventions }: DocumentReader): boolean {
  const { states, path } = target.found;
  const isReady = states.success.every((word) => /ready|ok$/i.test(word)) && states.ended.length === 0;
  if (!isReady || states.failure.length > 0 || !target.schema || path.length === 0) return false;
  const names = [...collectProperties(target.schema).keys()];
  return !names.some(
    (name) => conventions.matches('workResult', name) || conventions.matches('failureReason', name),
  );
}
