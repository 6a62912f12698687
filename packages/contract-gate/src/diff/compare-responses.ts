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
import { jsonEqual } from '@keyframe/openapi-runtime/schema';
import { MESSAGES, type Pair } from './change.ts';
import { compareContent } from './compare-content.ts';
import { isExplodeEffective } from './explode-effect.ts';
import { compareSchemas, operationKey, type Part } from './part-comparison.ts';

const RANGES = ['1', '2', '3', '4', '5'];

/** Compares the responses of an operation, with their headers, bodies and links. */
export function compareResponses(part: Part, pair: Pair<Operation>): void {
  const statuses = listStatuses([...pair.old.responses, ...pair.new.responses]);
  const compared = new Set<string>();
  for (const status of statuses) {
    const [old, own] = [findResponse(pair.old, status), findResponse(pair.new, status)];
    const key = `${old?.pointer} ${own?.pointer}`;
    if (compared.has(key)) continue;
    compared.add(key);
    if (old && own) compareResponse(part, { old, new: own });
    else if (old) reportRemoved(part, old);
    else if (own) reportAdded(part, own);
  }
}

// Lists the documented statuses, then one undocumented status per range.
function listStatuses(responses: readonly Response[]): string[] {
  const named = responses.map(({ status }) => status).filter((status) => /^\d{3}$/.test(status));
  return [...new Set([...named, ...RANGES.map((digit) => `${digit}··`)])];
}

function isSuccess({ status }: Response): boolean {
  return /^2/.test(status);
}

function reportRemoved({ report, isReversed }: Part, response: Response): void {
  const { pointer, status } = response;
  const removed = isSuccess(response) ? 'response-success-removed' : 'response-removed';
  const rule = isReversed ? 'callback-response-removed' : removed;
  report({ rule, what: status, pointer, side: 'old', before: status });
}

function reportAdded({ report, isReversed }: Part, response: Response): void {
  const { pointer, status } = response;
  const added = isSuccess(response) ? 'response-success-added' : 'response-added';
  const rule = isReversed ? 'callback-response-added' : added;
  report({ rule, what: status, pointer, after: status });
}

function compareResponse(part: Part, pair: Pair<Response>): void {
  const { report, isReversed } = part;
  const { old, new: own } = pair;
  const { pointer, status } = own;
  compareHeaders(part, pair);
  if (!isReversed) compareLinks(part, pair);
  if (old.content.length > 0 && own.content.length === 0) {
    const before = old.content.map(({ name }) => name);
    if (!isReversed) report({ rule: 'response-body-removed', what: status, pointer, before });
  } else if (old.content.length === 0 && own.content.length > 0) {
    const after = own.content.map(({ name }) => name);
    if (!isReversed) report({ rule: 'response-body-added', what: status, pointer, after });
  } else {
    const content = { old: old.content, new: own.content };
    compareContent(part, content, {
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

function compareHeaders(part: Part, { old, new: own }: Pair<Response>): void {
  const { report, isReversed } = part;
  const byName = ({ headers }: Response) =>
    new Map(headers.map((header) => [header.name.toLowerCase(), header] as const));
  const [before, after] = [byName(old), byName(own)];
  for (const [name, header] of before) {
    const other = after.get(name);
    if (other) compareHeader(part, { old: header, new: other }, own.status);
    else if (!isReversed) {
      const rule = header.required ? 'required-header-removed' : 'header-removed';
      const what = `${header.name} of ${own.status}`;
      report({ rule, what, pointer: header.pointer, side: 'old', before: header.name });
    }
  }
  for (const [name, header] of after) {
    if (before.has(name) || isReversed) continue;
    const what = `${header.name} of ${own.status}`;
    report({ rule: 'header-added', what, pointer: header.pointer, after: header.name });
  }
}

function compareHeader(part: Part, { old, new: own }: Pair<Header>, status: string): void {
  const { report, isReversed, comparison } = part;
  const what = `${own.name} of ${status}`;
  const { pointer } = own;
  if (old.required !== own.required && !isReversed) {
    const rule = own.required ? 'header-became-required' : 'header-became-optional';
    report({ rule, what, pointer, before: old.required, after: own.required });
  }
  const schemas = { old: findValueSchema(old), new: findValueSchema(own) };
  const isSpread = isExplodeEffective(comparison.models, schemas, 'simple');
  const describe = ({ explode, content }: Header) =>
    [isSpread && explode ? 'exploded' : 'simple', ...content.map(({ name }) => name)].join();
  const [before, after] = [describe(old), describe(own)];
  if (before !== after) report({ rule: 'header-style-changed', what, pointer, before, after });
  const message = isReversed ? MESSAGES['callback-response'] : MESSAGES.response;
  compareSchemas(part, { ...message, part: own.name }, schemas);
}

function compareLinks({ report, comparison }: Part, { old, new: own }: Pair<Response>): void {
  const meaning = (link: Link, side: 'old' | 'new') => {
    const { operationId, operationRef, parameters, requestBody } = link;
    const operation = comparison.models[side].operations.find((one) => isLinkTarget(link, one));
    const before = comparison.operations.pairs.find((pair) => pair.new === operation)?.old ?? operation;
    const target = before ? operationKey(before) : (operationId ?? operationRef);
    return { target, parameters: { ...parameters }, ...(requestBody === undefined ? {} : { requestBody }) };
  };
  for (const link of old.links) {
    const other = own.links.find(({ name }) => name === link.name);
    const what = `${link.name} of ${own.status}`;
    const before = meaning(link, 'old');
    if (!other)
      report({ rule: 'link-removed', what, pointer: link.pointer, side: 'old', before: before.target });
    else if (!jsonEqual(before, meaning(other, 'new'))) {
      report({ rule: 'link-changed', what, pointer: other.pointer, before, after: meaning(other, 'new') });
    }
  }
  for (const link of own.links) {
    if (old.links.some(({ name }) => name === link.name)) continue;
    const what = `${link.name} of ${own.status}`;
    report({ rule: 'link-added', what, pointer: link.pointer, after: meaning(link, 'new').target });
  }
}
