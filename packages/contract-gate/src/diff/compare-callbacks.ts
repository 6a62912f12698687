// Callbacks and webhooks: the server sends the requests, so that every direction is the other way round.
import type { Callback, Operation, Webhook } from '@keyframe/openapi-model';
import { formatOperation } from '../finding.ts';
import type { Pair } from './change.ts';
import { compareOperation } from './compare-operations.ts';
import { type Base, createPart } from './part-comparison.ts';

/** Compares the webhooks of both documents, and the callbacks of the operations that both have. */
export function compareCallbacks(base: Base): void {
  for (const pair of base.comparison.operations.pairs) compareOwn(base, pair);
  const { models } = base.comparison;
  for (const webhook of models.old.webhooks) {
    const other = models.new.webhooks.find(({ name }) => name === webhook.name);
    if (other) compareMethods(base, { old: webhook, new: other }, `webhook ${webhook.name}`);
    else reportWebhook(base, webhook, 'old');
  }
  for (const webhook of models.new.webhooks) {
    if (!models.old.webhooks.some(({ name }) => name === webhook.name)) reportWebhook(base, webhook, 'new');
  }
}

function reportWebhook(base: Base, { name, pointer }: Webhook, side: 'old' | 'new'): void {
  const rule = side === 'old' ? 'webhook-removed' : 'webhook-added';
  createPart(base, `webhook ${name}`, true).report({ rule, what: name, pointer, side });
}

function compareOwn(base: Base, { old, new: own }: Pair<Operation>): void {
  const part = createPart(base, formatOperation(own), true);
  for (const callback of old.callbacks) {
    const other = findMatching(own.callbacks, callback);
    const { name, pointer, expression } = callback;
    if (!other) {
      part.report({ rule: 'callback-removed', what: name, pointer, side: 'old', before: expression });
      continue;
    }
    if (other.expression !== expression) {
      const change = { before: expression, after: other.expression };
      part.report({ rule: 'callback-url-changed', what: name, pointer: other.pointer, ...change });
    }
    compareMethods(base, { old: callback, new: other }, `${part.operation} callback ${name}`);
  }
  for (const callback of own.callbacks) {
    if (findMatching(old.callbacks, callback)) continue;
    const { name, pointer, expression } = callback;
    part.report({ rule: 'callback-added', what: name, pointer, after: expression });
  }
}

// The same name and URL, else the same name, else the same URL.
function findMatching(callbacks: readonly Callback[], { name, expression }: Callback): Callback | undefined {
  return (
    callbacks.find((one) => one.name === name && one.expression === expression) ??
    callbacks.find((one) => one.name === name) ??
    callbacks.find((one) => one.expression === expression)
  );
}

function compareMethods(base: Base, pair: Pair<Callback | Webhook>, name: string): void {
  const part = createPart(base, name, true);
  for (const old of pair.old.operations) {
    const own = pair.new.operations.find(({ method }) => method === old.method);
    if (own) compareOperation(part, { old, new: own });
    else {
      const { method, pointer } = old;
      part.report({
        rule: 'callback-method-removed',
        what: method.toUpperCase(),
        pointer,
        side: 'old',
        before: method,
      });
    }
  }
  for (const { method, pointer } of pair.new.operations) {
    if (pair.old.operations.some((old) => old.method === method)) continue;
    part.report({ rule: 'callback-method-added', what: method.toUpperCase(), pointer, after: method });
  }
}
