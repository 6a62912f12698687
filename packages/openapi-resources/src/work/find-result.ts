// The result of work, and the operation that cancels it.
import { listExamples, listPathParameters, type Operation } from '@keyframe/openapi-model';
import { collectProperties, findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { findRequestSchema } from '../document/operation-schemas.ts';
import { findJsonMedia } from '../document/responses.ts';
import { getMember } from '../kinds/envelope.ts';
import { splitWords } from '../names/words.ts';
import { isBelow, writeTemplate } from '../paths/path-templates.ts';
import { findCall } from './find-call.ts';
import { bodyExpression, listTexts } from './find-state.ts';
import type { WorkCall, WorkResult } from './work.ts';
import { listBodyMembers } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';

/** Finds the result: an operation, a redirect, members of the last representation, or that itself. */
export function findResult(target: StateReader, start: Operation, reader: DocumentReader): WorkResult {
  const { operation, found } = target;
  const call = findCall(target, reader, isResultOperation);
  if (call) return { kind: 'operation', call };
  if (operation.responses.some(({ status }) => /^30[237]$/.test(status))) return { kind: 'redirect' };
  if (found.states.state === '$statusCode') return { kind: 'representation' };
  const members = listResultMembers(target, start, reader);
  if (members.length > 0) return { kind: 'members', members };
  const whole = findCall(target, reader, isWhole);
  return whole ? { kind: 'operation', call: whole } : { kind: 'representation' };
}

function listResultMembers(
  { operation, schema, found }: StateReader,
  start: Operation,
  reader: DocumentReader,
): string[] {
  const requestMembers = new Set(listBodyMembers(findRequestSchema(start, reader)));
  // A request may ask for another place of the result: `result_url`.
  const isResult = (name: string) =>
    reader.conventions.matches('workResult', name) &&
    !found.path.includes(name) &&
    (!requestMembers.has(name) || /^result/i.test(name));
  const media = findJsonMedia(operation);
  const examples = media ? listExamples(reader.model, media.pointer).map(({ value }) => value) : [];
  const isState = (name = '') => reader.conventions.matches('state', name);
  // `state.type` is beside the data of a state, `job_status.status` beside those of a job.
  const isInState = isState(found.path.at(-2)) && !isState(found.path.at(-1));
  // Around the state, then at the root.
  for (const path of [found.path.slice(0, isInState ? -2 : -1), found.path.slice(0, -2), []]) {
    const described = [...(schema ? mergeProperties(findNodes([schema], path)) : [])];
    // A member with constants is a setting, such as a format.
    const names = described.filter(([, nodes]) => listTexts(nodes).length === 0).map(([name]) => name);
    const exampleMembers = examples.flatMap((value) => Object.keys(getMember(value, path) ?? {}));
    const results = preferResults([...new Set([...names, ...exampleMembers])].filter(isResult));
    if (results.length > 0) return results.map((name) => bodyExpression([...path, name]));
  }
  return [];
}

// Beside a result, a URL is that of the work.
function preferResults(names: readonly string[]): readonly string[] {
  const hasResult = names.some((name) => /^results?$/i.test(name));
  return hasResult ? names.filter((name) => name.toLowerCase() !== 'url') : names;
}

/** Finds the operation that cancels work: by its name, or one that may set the state to an end. */
export function findCancel(target: StateReader, reader: DocumentReader): WorkCall | undefined {
  return findCall(target, reader, isCancelOperation) ?? findChange(target, reader);
}

// `PATCH /runs/{id}` with `state: failed`.
function findChange(
  { itemPath, operation: read, found }: StateReader,
  reader: DocumentReader,
): WorkCall | undefined {
  const name = found.path.at(-1);
  const change = reader.model.operations.find(
    ({ method, resourcePath }) =>
      ['patch', 'put'].includes(method) && writeTemplate(resourcePath) === writeTemplate(itemPath),
  );
  const schema = findRequestSchema(change, reader);
  if (!change || !schema || name === undefined) return undefined;
  const words = listTexts(collectProperties(schema).get(name) ?? []);
  const { cancelled, failure } = found.states;
  const end = [...cancelled, ...failure].find((word) => words.includes(word));
  const names = listPathParameters(read.path);
  if (end === undefined || names.join() !== listPathParameters(change.path).join()) return undefined;
  const path = names.map((id) => ({ location: 'path' as const, name: id, value: `$request.path.${id}` }));
  return { operation: change, arguments: [...path, { location: 'body', name, value: end }] };
}

const CANCEL = new Set(['abort', 'cancel', 'kill', 'stop', 'terminate']);
const RESULT = new Set(['content', 'download', 'file', 'output', 'outputs', 'result', 'results']);
// Below the work itself.
const PRODUCTS = new Set([
  'artifact',
  'artifacts',
  'audio',
  'image',
  'images',
  'report',
  'transcript',
  'video',
]);

// `/requests/{id}/status` reads the state, and `/requests/{id}` all.
function isWhole(operation: Operation, { operation: read, itemPath }: StateReader): boolean {
  return (
    operation.method === read.method && operation.resourcePath === itemPath && read.resourcePath !== itemPath
  );
}

function isResultOperation(operation: Operation, { operation: read, itemPath }: StateReader): boolean {
  const [last = '', ...names] = splitPath(operation).toReversed();
  const isBelowItem = isBelow(operation.resourcePath, itemPath) && !last.includes('{');
  const words = isBelowItem
    ? splitWords(last)
    : splitWords(names.concat(last).join(' ')).filter((word) => !itemPath.includes(word));
  const isNamed =
    !/\/logs?(?:\/|$)/.test(operation.resourcePath) &&
    (words.some((word) => RESULT.has(word) || (isBelowItem && PRODUCTS.has(word))) ||
      (!isBelowItem && splitWords(operation.id).some((word) => RESULT.has(word))));
  return operation.method === read.method && isNamed;
}

function isCancelOperation(operation: Operation, { itemPath }: StateReader): boolean {
  const isItem = writeTemplate(operation.resourcePath) === writeTemplate(itemPath);
  if (isItem) {
    const words = splitWords(`${operation.id} ${operation.summary ?? ''}`).map((word) =>
      word.replace(/s$/, ''),
    );
    return ['delete', 'post'].includes(operation.method) && words.some((word) => CANCEL.has(word));
  }
  if (!['delete', 'patch', 'post', 'put'].includes(operation.method)) return false;
  return isCancelPath(operation.resourcePath);
}

/** Reports whether a path has a word for the end of work before its time. */
export function isCancelPath(path: string): boolean {
  return splitWords(path).some((word) => CANCEL.has(word));
}

function splitPath({ resourcePath }: Operation): string[] {
  return resourcePath.split(/[/:]/).filter((segment) => segment !== '');
}
