import type { Operation, RuleContext } from './redocly.ts';

/** Reports every operation without an operationId, those of webhooks and callbacks included. */
export function operationId() {
  return {
    Operation(operation: Operation, { location, report }: RuleContext): void {
      if (!operation.operationId) {
        report({
          message: 'The operation has no `operationId`; give it a unique one.',
          location: location.key(),
        });
      }
    },
  };
}
