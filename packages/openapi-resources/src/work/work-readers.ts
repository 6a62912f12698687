// Operations that read the state of work.
import type { Operation, Parameter } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import type { DocumentReader } from '../document/document-reader.ts';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { splitWords, toSingular } from '../names/words.ts';
import { type FoundState, findState, NO_STATE } from './find-state.ts';

/** An operation that reads one resource with a state. */
export interface StateReader {
  operation: Operation;
  /** The parameter that identifies the resource. */
  id: Parameter;
  /** The path without a last `/status`: of the resource, or of a query. */
  itemPath: string;
  /** The last literal segment before the id, in the singular: `task` of `/tasks/{id}`. */
  collection: string;
  schema: SchemaNode | undefined;
  found: FoundState;
  /** Whether the collection is named as work: jobs, runs, tasks, operations. */
  isOfWork: boolean;
}

const VIEWS = new Set(['progress', 'result', 'state', 'status']);

/** Lists the readers of a document. */
export function listReaders(reader: DocumentReader): StateReader[] {
  const readers = reader.model.operations.map((operation) => readReader(reader, operation));
  return readers.filter((candidate) => candidate !== undefined);
}

/** Reads an operation as a reader; undefined if it does not read one resource with a state. */
function readReader(reader: DocumentReader, operation: Operation): StateReader | undefined {
  const isPost = operation.method === 'post' && operation.requestBody !== undefined;
  const place = operation.method === 'get' || isPost ? findPlace(operation, reader) : undefined;
  if (!place || (isPost && place.id.location !== 'path')) return undefined;
  const schema = findSuccessSchema(operation, reader);
  const collection = findCollectionName(place.itemPath);
  const isOfWork = reader.conventions.matches('work', collection);
  const state = readState(operation, schema, reader);
  // Without a word of success, only work has states.
  const isHalf = state?.strength === 'weak' && state.states.success.length + state.states.ended.length === 0;
  const found = state && (isOfWork || !isHalf) ? state : NO_STATE;
  return found === NO_STATE && isPost
    ? undefined
    : { operation, ...place, collection, schema, found, isOfWork };
}

/** Finds the parameter that identifies what an operation reads. */
export function findPlace(
  { resourcePath, parameters }: Operation,
  { conventions }: DocumentReader,
): Pick<StateReader, 'id' | 'itemPath'> | undefined {
  const segments = resourcePath.split('/');
  const isView = VIEWS.has((segments.at(-1) ?? '').toLowerCase()) && (segments.at(-2) ?? '').startsWith('{');
  const itemPath = isView ? segments.slice(0, -1).join('/') : resourcePath;
  const [, name] = /\/\{([^{}/]+)\}$/.exec(itemPath) ?? [];
  if (name !== undefined) {
    const id = parameters.find((parameter) => parameter.location === 'path' && parameter.name === name);
    return id && { id, itemPath };
  }
  const required = parameters.filter(({ location, required }) => location === 'query' && required);
  const [id] = required;
  const isId = id !== undefined && required.length === 1 && conventions.matches('id', id.name);
  return isId ? { id, itemPath } : undefined;
}

/** Reads the state that the responses of an operation have. */
export function readState(
  operation: Operation,
  schema: SchemaNode | undefined,
  reader: DocumentReader,
): FoundState | undefined {
  return findStatusState(operation, schema, reader) ?? (schema && findState(schema, reader.conventions));
}

/** Returns the last literal segment before the id of a resource, in the singular. */
export function findCollectionName(itemPath: string): string {
  const literals = itemPath.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  // `/runs/get?run_id=` and `/get_result?id=`: verbs are no collections.
  const name = itemPath.endsWith('}')
    ? literals.at(-1)
    : literals.findLast((segment) => !/^get$/i.test(segment));
  return toSingular(splitWords(name ?? '').at(-1) ?? '');
}

/** Finds `202` until `200`, or until a redirect. */
function findStatusState(
  operation: Operation,
  schema: SchemaNode | undefined,
  reader: DocumentReader,
): FoundState | undefined {
  const statuses = operation.responses.map(({ status }) => status);
  const ends = statuses.filter((status) => /^(?:200|201|204|30[237])$/.test(status));
  if (operation.method !== 'get' || !statuses.includes('202') || ends.length === 0) return undefined;
  const bodyState = schema && findState(schema, reader.conventions);
  if (bodyState?.strength === 'strong') return undefined;
  const errors = statuses.filter((status) => /^422$/.test(status));
  return {
    path: [],
    unknown: [],
    strength: 'weak',
    evidence: `202 until ${ends.join(' or ')}`,
    states: {
      state: '$statusCode',
      waiting: ['202'],
      success: ends,
      failure: [...errors, '4XX'],
      cancelled: [],
      ended: [],
      errors: [],
      isSuccessWithoutError: false,
    },
  };
}
