// Prepares each transaction that Dredd makes out of the contract, so that its subject gives the answer that it tests.
// CommonJS: Dredd loads it by `require`, and gives it its own module `hooks`.
import type { DreddInstructions, Transaction } from './dredd.ts';

interface Hooks {
  beforeEach(hook: (transaction: Transaction) => void): void;
}

// Dredd answers to this name itself: there is no such package.
const HOOKS_MODULE = 'hooks';
const hooks: Hooks = require(HOOKS_MODULE);
const { unperformed, adjustments, optionalHeaders }: DreddInstructions = JSON.parse(
  process.env.DREDD_SUBJECT ?? '',
);

hooks.beforeEach((transaction) => {
  const template = transaction.fullPath.replace(/\?.*/, '').replace(/\btask_\w+/, '{id}');
  const name = `${transaction.request.method} ${template} ${transaction.expected.statusCode}`;
  const reason = unperformed[name];
  if (reason !== undefined) {
    console.log(`not performed: ${name}, ${reason}`);
    transaction.skip = true;
    return;
  }
  // Dredd takes every documented header for a required one.
  for (const header of optionalHeaders[name] ?? []) delete transaction.expected.headers[header];
  const { headers, body, path } = adjustments[name] ?? {};
  Object.assign(transaction.request.headers, headers);
  if (body !== undefined) transaction.request.body = body;
  if (path !== undefined) transaction.fullPath = path;
});
