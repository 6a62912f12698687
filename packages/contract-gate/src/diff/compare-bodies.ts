import type { Operation } from '@keyframe/openapi-model';
import { MESSAGES, type Pair } from './change.ts';
import { compareContent } from './compare-content.ts';
import type { DocumentRuleName } from './document-rules.ts';
import type { Part } from './part-comparison.ts';

const REQUEST = {
  prefix: 'request-body',
  message: MESSAGES.request,
  rules: { added: 'request-media-type-added', removed: 'request-media-type-removed' },
} as const;
const CALLBACK = {
  prefix: 'callback-body',
  message: MESSAGES['callback-request'],
  rules: { added: 'callback-media-type-added', removed: 'callback-media-type-removed' },
} as const;

/** Compares the request bodies of an operation. */
export function compareBodies(part: Part, pair: Pair<Operation>): void {
  const { report, isReversed } = part;
  const { prefix, message, rules } = isReversed ? CALLBACK : REQUEST;
  const [old, own] = [pair.old.requestBody, pair.new.requestBody];
  if (!old && own) {
    const rule: DocumentRuleName =
      own.required && !isReversed ? 'request-body-added-required' : `${prefix}-added`;
    report({ rule, what: 'body', pointer: own.pointer, after: listNames(own.content) });
  }
  if (old && !own) {
    const { pointer, content } = old;
    report({ rule: `${prefix}-removed`, what: 'body', pointer, side: 'old', before: listNames(content) });
  }
  if (!old || !own) return;
  const { pointer } = own;
  if (old.required !== own.required) {
    const rule: DocumentRuleName = own.required ? `${prefix}-became-required` : `${prefix}-became-optional`;
    report({ rule, what: 'body', pointer, before: old.required, after: own.required });
  }
  const location = { message, rules, what: 'the body', pointer };
  compareContent(part, { old: old.content, new: own.content }, location);
}

function listNames(content: readonly { name: string }[]): string[] {
  return content.map(({ name }) => name);
}
