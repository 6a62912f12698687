// Callbacks and webhooks: the server sends the requests, so that every direction is the other way round.
import { type Callback, formatOperation, type Operation, type Webhook } from '@keyframe/openapi-model';
import type { Pair } from './change.ts';
import { compareOperation } from './compare-operations.ts';
import { type Base, createContext } from './context.ts';

/** Compares the webhooks of both documents, and the callbacks of the operations that both have. */
export function compareCallbacks(base: Base): void {
  for (const pair of base.comparison.operations.pairs) compareOwn(base, pair);
  const { models } = base.comparison;
  for (const webhook of models.old.webhooks) {
    const match = models.new.webhooks.find(({ name }) => name === webhook.name);
    if (match) compareMethods(base, { old: webhook, new: match }, `webhook ${webhook.name}`);
    else reportWebhook(base, webhook, 'old');
  }
  for (const webhook of models.new.webhooks) {
    if (!models.old.webhooks.some(({ name }) => name === webhook.name)) reportWebhook(base, webhook, 'new');
  }
}

function reportWebhook(base: Base, { name, pointer }: Webhook, side: 'old' | 'new'): void {
  const rule = side === 'old' ? 'webhook-removed' : 'webhook-added';
  createContext(base, `webhook ${name}`, true).report({ rule, what: name, pointer, side });
}

function compareOwn(base: Base, { old, new: next }: Pair<Operation>): void {
  const context = createContext(base, formatOperation(next), true);
  for (const callback of old.callbacks) {
    const match = findMatching(next.callbacks, callback);
    const { name, pointer, expression } = callback;
    if (!match) {
      context.report({ rule: 'callback-removed', what: name, pointer, side: 'old', before: expression });
      continue;
    }
    if (match.expression !== expression) {
      const change = { before: expression, after: match.expression };
      context.report({ rule: 'callback-url-changed', what: name, pointer: match.pointer, ...change });
    }
    compareMethods(base, { old: callback, new: match }, `${context.operation} callback ${name}`);
  }
  for (const callback of next.callbacks) {
    if (findMatching(old.callbacks, callback)) continue;
    const { name, pointer, expression } = callback;
    context.report({ rule: 'callback-added', what: name, pointer, after: expression });
  }
}

// The same name and URL, else the same name, else the same URL.
function findMatching(callbacks: readonly Callback[], { name, expression }: Callback): Callback | undefined {
  return (
    callbacks.find((callback) => callback.name === name && callback.expression === expression) ??
    callbacks.find((callback) => callback.name === name) ??
    callbacks.find((callback) => callback.expression === expression)
  );
}

function compareMethods(base: Base, pair: Pair<Callback | Webhook>, name: string): void {
  const context = createContext(base, name, true);
  for (const old of pair.old.operations) {
    const next = pair.new.operations.find(({ method }) => method === old.method);
    if (next) compareOperation(context, { old, new: next });
    else {
      const { method, pointer } = old;
      context.report({
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
    context.report({ rule: 'callback-method-added', what: method.toUpperCase(), pointer, after: method });
  }
}
