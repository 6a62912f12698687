// The result of work, and the operation that cancels it.
import type { Operation } from '@keyframe/openapi-model';
import { findNodes, mergeProperties } from '@keyframe/openapi-schema/facts';
import type { DocumentReader } from '../document/document-reader.ts';
import { splitWords } from '../names/words.ts';
import { isBelow, writeTemplate } from '../paths/path-templates.ts';
import { findCall } from './find-call.ts';
import { bodyExpression } from './find-state.ts';
import type { WorkCall, WorkResult } from './work.ts';
import type { StateReader } from './work-readers.ts';

/** Finds the result: an operation, a redirect, members of the last representation, or that itself. */
export function findResult(target: StateReader, reader: DocumentReader): WorkResult {
  const { operation, found } = target;
  const call = findCall(target, reader, isResultOperation);
  if (call) return { kind: 'operation', call };
  if (operation.responses.some(({ status }) => /^30[237]$/.test(status))) return { kind: 'redirect' };
  if (found.states.state === '$statusCode') return { kind: 'representation' };
  const members = listResultMembers(target, reader);
  return members.length > 0 ? { kind: 'members', members } : { kind: 'representation' };
}

function listResultMembers({ schema, found }: StateReader, { conventions }: DocumentReader): string[] {
  if (!schema) return [];
  // Around the state, then at the root.
  for (const path of [found.path.slice(0, -1), found.path.slice(0, -2), []]) {
    const names = [...mergeProperties(findNodes([schema], path)).keys()];
    const results = names.filter(
      (name) => conventions.matches('workResult', name) && name !== found.path.at(-1),
    );
    const [best] = results.toSorted((left, right) => rank(left) - rank(right));
    if (best !== undefined) return results.map((name) => bodyExpression([...path, name]));
  }
  return [];
}

function rank(name: string): number {
  return name.length;
}

/** Finds the operation that cancels work. */
export function findCancel(target: StateReader, reader: DocumentReader): WorkCall | undefined {
  return findCall(target, reader, isCancelOperation);
}

const CANCEL = new Set(['abort', 'cancel', 'kill', 'stop', 'terminate']);
const RESULT = new Set(['content', 'download', 'file', 'output', 'outputs', 'result', 'results']);

function isResultOperation(operation: Operation, { operation: read, itemPath }: StateReader): boolean {
  const [last = '', ...names] = splitPath(operation).toReversed();
  const isBelowItem = isBelow(operation.resourcePath, itemPath) && !last.includes('{');
  const words = isBelowItem
    ? splitWords(last)
    : splitWords(names.concat(last).join(' ')).filter((word) => !itemPath.includes(word));
  const isNamed =
    words.some((word) => RESULT.has(word)) ||
    (!isBelowItem && splitWords(operation.id).some((word) => RESULT.has(word)));
  return operation.method === read.method && isNamed;
}

function isCancelOperation(operation: Operation, { itemPath }: StateReader): boolean {
  const isItem = writeTemplate(operation.resourcePath) === writeTemplate(itemPath);
  if (isItem) {
    const words = splitWords(`${operation.id} ${operation.summary ?? ''}`).map((word) =>
      word.replace(/s$/, ''),
    );
    return operation.method === 'delete' && words.some((word) => CANCEL.has(word));
  }
  if (!['delete', 'patch', 'post', 'put'].includes(operation.method)) return false;
  return splitPath(operation).some((segment) => splitWords(segment).some((word) => CANCEL.has(word)));
}

function splitPath({ resourcePath }: Operation): string[] {
  return resourcePath.split(/[/:]/).filter((segment) => segment !== '');
}
