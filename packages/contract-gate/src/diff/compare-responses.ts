// Responses are compared status by status: what answers a status in one version with what answers it in the other,
// be it named, of a range, or the default.
import {
  findResponse,
  findValueSchema,
  type Header,
  isLinkTarget,
  type Link,
  type Operation,
  type Response,
} from '@keyframe/openapi-model';
import { jsonEqual } from '@keyframe/openapi-runtime/client';
import { MESSAGES, type Pair } from './change.ts';
import { compareContent } from './compare-content.ts';
import { type Context, compareSchemas, operationKey } from './context.ts';
import { isExplodeEffective } from './explode-effect.ts';

const RANGES = ['1', '2', '3', '4', '5'];

/** Compares the responses of an operation, with their headers, bodies and links. */
export function compareResponses(context: Context, pair: Pair<Operation>): void {
  const statuses = listStatuses([...pair.old.responses, ...pair.new.responses]);
  const compared = new Set<string>();
  for (const status of statuses) {
    const [old, next] = [findResponse(pair.old, status), findResponse(pair.new, status)];
    const key = `${old?.pointer} ${next?.pointer}`;
    if (compared.has(key)) continue;
    compared.add(key);
    if (old && next) compareResponse(context, { old, new: next });
    else if (old) reportRemoved(context, old);
    else if (next) reportAdded(context, next);
  }
}

// Lists the documented statuses, then one undocumented status per range.
function listStatuses(responses: readonly Response[]): string[] {
  const documented = responses.map(({ status }) => status).filter((status) => /^\d{3}$/.test(status));
  return [...new Set([...documented, ...RANGES.map((digit) => `${digit}··`)])];
}

function isSuccess({ status }: Response): boolean {
  return /^2/.test(status);
}

function reportRemoved({ report, isReversed }: Context, response: Response): void {
  const { pointer, status } = response;
  const removed = isSuccess(response) ? 'response-success-removed' : 'response-removed';
  const rule = isReversed ? 'callback-response-removed' : removed;
  report({ rule, what: status, pointer, side: 'old', before: status });
}

function reportAdded({ report, isReversed }: Context, response: Response): void {
  const { pointer, status } = response;
  const added = isSuccess(response) ? 'response-success-added' : 'response-added';
  const rule = isReversed ? 'callback-response-added' : added;
  report({ rule, what: status, pointer, after: status });
}

function compareResponse(context: Context, pair: Pair<Response>): void {
  const { report, isReversed } = context;
  const { old, new: next } = pair;
  const { pointer, status } = next;
  compareHeaders(context, pair);
  if (!isReversed) compareLinks(context, pair);
  if (old.content.length > 0 && next.content.length === 0) {
    const before = old.content.map(({ name }) => name);
    if (!isReversed) report({ rule: 'response-body-removed', what: status, pointer, before });
  } else if (old.content.length === 0 && next.content.length > 0) {
    const after = next.content.map(({ name }) => name);
    if (!isReversed) report({ rule: 'response-body-added', what: status, pointer, after });
  } else {
    const content = { old: old.content, new: next.content };
    compareContent(context, content, {
      message: isReversed ? MESSAGES['callback-response'] : MESSAGES.response,
      // The receiver of a callback chooses what it answers with, as the sender of a request does.
      rules: isReversed
        ? { added: 'request-media-type-added', removed: 'request-media-type-removed' }
        : { added: 'response-media-type-added', removed: 'response-media-type-removed' },
      what: `response ${status}`,
      pointer,
    });
  }
}

function compareHeaders(context: Context, { old, new: next }: Pair<Response>): void {
  const { report, isReversed } = context;
  const byName = ({ headers }: Response) =>
    new Map(headers.map((header) => [header.name.toLowerCase(), header] as const));
  const [before, after] = [byName(old), byName(next)];
  for (const [name, header] of before) {
    const match = after.get(name);
    if (match) compareHeader(context, { old: header, new: match }, next.status);
    else if (!isReversed) {
      const rule = header.required ? 'required-header-removed' : 'header-removed';
      const what = `${header.name} of ${next.status}`;
      report({ rule, what, pointer: header.pointer, side: 'old', before: header.name });
    }
  }
  for (const [name, header] of after) {
    if (before.has(name) || isReversed) continue;
    const what = `${header.name} of ${next.status}`;
    report({ rule: 'header-added', what, pointer: header.pointer, after: header.name });
  }
}

function compareHeader(context: Context, { old, new: next }: Pair<Header>, status: string): void {
  const { report, isReversed, comparison } = context;
  const what = `${next.name} of ${status}`;
  const { pointer } = next;
  if (old.required !== next.required && !isReversed) {
    const rule = next.required ? 'header-became-required' : 'header-became-optional';
    report({ rule, what, pointer, before: old.required, after: next.required });
  }
  const schemas = { old: findValueSchema(old), new: findValueSchema(next) };
  const isSpread = isExplodeEffective(comparison.models, schemas, 'simple');
  const describe = ({ explode, content }: Header) =>
    [isSpread && explode ? 'exploded' : 'simple', ...content.map(({ name }) => name)].join();
  const [before, after] = [describe(old), describe(next)];
  if (before !== after) report({ rule: 'header-style-changed', what, pointer, before, after });
  const message = isReversed ? MESSAGES['callback-response'] : MESSAGES.response;
  compareSchemas(context, { ...message, valueName: next.name }, schemas);
}

function compareLinks({ report, comparison }: Context, { old, new: next }: Pair<Response>): void {
  const meaning = (link: Link, side: 'old' | 'new') => {
    const { operationId, operationRef, parameters, requestBody } = link;
    const operation = comparison.models[side].operations.find((candidate) => isLinkTarget(link, candidate));
    const before = comparison.operations.pairs.find((pair) => pair.new === operation)?.old ?? operation;
    const target = before ? operationKey(before) : (operationId ?? operationRef);
    return { target, parameters: { ...parameters }, ...(requestBody === undefined ? {} : { requestBody }) };
  };
  for (const link of old.links) {
    const match = next.links.find(({ name }) => name === link.name);
    const what = `${link.name} of ${next.status}`;
    const before = meaning(link, 'old');
    if (!match)
      report({ rule: 'link-removed', what, pointer: link.pointer, side: 'old', before: before.target });
    else if (!jsonEqual(before, meaning(match, 'new'))) {
      report({ rule: 'link-changed', what, pointer: match.pointer, before, after: meaning(match, 'new') });
    }
  }
  for (const link of next.links) {
    if (old.links.some(({ name }) => name === link.name)) continue;
    const what = `${link.name} of ${next.status}`;
    report({ rule: 'link-added', what, pointer: link.pointer, after: meaning(link, 'new').target });
  }
}
