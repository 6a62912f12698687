import type { Operation } from '@keyframe/openapi-model';
import { MESSAGES, type Pair } from './change.ts';
import { compareContent } from './compare-content.ts';
import type { Context } from './context.ts';
import type { DocumentRuleName } from './document-rules.ts';

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
export function compareBodies(context: Context, pair: Pair<Operation>): void {
  const { report, isReversed } = context;
  const { prefix, message, rules } = isReversed ? CALLBACK : REQUEST;
  const [old, next] = [pair.old.requestBody, pair.new.requestBody];
  if (!old && next) {
    const rule: DocumentRuleName =
      next.required && !isReversed ? 'request-body-added-required' : `${prefix}-added`;
    report({ rule, what: 'body', pointer: next.pointer, after: listNames(next.content) });
  }
  if (old && !next) {
    const { pointer, content } = old;
    report({ rule: `${prefix}-removed`, what: 'body', pointer, side: 'old', before: listNames(content) });
  }
  if (!old || !next) return;
  const { pointer } = next;
  if (old.required !== next.required) {
    const rule: DocumentRuleName = `${prefix}-became-${next.required ? 'required' : 'optional'}`;
    report({ rule, what: 'body', pointer, before: old.required, after: next.required });
  }
  const location = { message, rules, what: 'the body', pointer };
  compareContent(context, { old: old.content, new: next.content }, location);
}

function listNames(content: readonly { name: string }[]): string[] {
  return content.map(({ name }) => name);
}
