// The work of a document, in texts that people can compare with its documentation.
import { existsSync } from 'node:fs';
import { formatOperation, loadDocument } from '@keyframe/openapi-model';
import { createReader, deriveWork, type Work, type WorkCall } from '../src/index.ts';

/** A reading of one start. */
export interface DescribedWork {
  start: string;
  reader: string;
  arguments: string;
  state: string;
  result: string;
  cancel: string;
  rule: string;
}

/** Reads the work of a document in this folder, with its overlay or without. */
export async function describeDocument(name: string, isOverlaid: boolean): Promise<DescribedWork[]> {
  const path = (folder: string) => new URL(`${folder}/${name}.yaml`, import.meta.url).pathname;
  const overlay = path('../overlays');
  const overlays = isOverlaid && existsSync(overlay) ? [overlay] : [];
  const model = await loadDocument(path('./async-documents'), { overlays });
  return deriveWork(createReader(model)).works.map(describeWork);
}

function describeWork(work: Work): DescribedWork {
  const { address, states, result, cancel, rule, missing } = work;
  const { waiting, success, failure, cancelled, ended, outcome, errors } = states;
  const words = [waiting, success, failure, cancelled].map((list) => list.join(', ')).join(' / ');
  const decided =
    ended.length > 0 ? `; ended: ${ended.join(', ')}, by ${outcome?.state ?? errors.join(', ')}` : '';
  const gaps = missing.map(({ fact }) => `; missing: ${fact}`).join('');
  return {
    start: formatOperation(work.start),
    reader: formatOperation(work.reader),
    arguments:
      [...listArguments(address.arguments), ...(address.url === undefined ? [] : [address.url])].join(', ') +
      gaps,
    state: `${states.state}: ${words}${decided}`,
    result: describeResult(result),
    cancel: cancel ? describeCall(cancel) : 'none',
    rule,
  };
}

function describeResult(result: Work['result']): string {
  if (result.kind === 'members') return result.members.join(', ');
  return result.kind === 'operation' ? describeCall(result.call) : result.kind;
}

function describeCall({ operation, arguments: given }: WorkCall): string {
  return `${formatOperation(operation)} with ${listArguments(given).join(', ')}`;
}

function listArguments(list: WorkCall['arguments']): string[] {
  return list.map(({ location, name, value }) => `${location}.${name} = ${value}`);
}
