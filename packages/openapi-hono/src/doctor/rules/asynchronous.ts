import { appendPointer, memberOf } from '@keyframe/openapi-model';
import type { Rule } from '../rule.ts';

/** Finds callbacks whose URL Prism cannot build. */
export const callbackAddresses: Rule = {
  name: 'callback-addresses',
  level: 'info',
  kind: 'callback',
  check: ({ value, pointer }, { report }) => {
    for (const expression of Object.keys(value)) {
      const [missing] = /\$url|\$request\.path\.[^}]*/.exec(expression) ?? [];
      if (missing === undefined) continue;
      const message = `Prism omits ${missing} from the callback URL.`;
      const repair =
        'Take the URL from the body, the query or a header, or send callbacks with the generated code.';
      report(appendPointer(pointer, expression), message, repair);
    }
  },
};

/** Finds webhooks, which mocks and contract tests pass over. */
export const untestedWebhooks: Rule = {
  name: 'untested-webhooks',
  level: 'info',
  kind: 'document',
  check: ({ value }, { report }) => {
    if (memberOf(value, 'webhooks') === undefined) return;
    const message = 'Prism and Dredd ignore webhooks: they neither send nor check them.';
    report('#/webhooks', message, 'Send and receive them with the generated code.');
  },
};

/** Finds callbacks, which Dredd passes over. */
export const untestedCallbacks: Rule = {
  name: 'untested-callbacks',
  level: 'info',
  kind: 'operation',
  check: ({ value, pointer }, { report }) => {
    if (memberOf(value, 'callbacks') === undefined) return;
    const message = 'Dredd does not check callbacks.';
    report(appendPointer(pointer, 'callbacks'), message, 'Send and receive them with the generated code.');
  },
};
