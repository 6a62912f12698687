import { isSame } from '../behavior/compare.ts';
import type { Representation } from '../behavior/resource-client.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';

/** An action whose response shows the resource, with reads before and after it. */
export interface ObservedAction extends Pick<ObservedUpdate, 'client' | 'exchange' | 'before' | 'after'> {
  /** The resource in the response to the action. */
  returned: Representation;
}

export const actionNotStored: StateCheck<ObservedAction> = {
  id: 'action-not-stored',
  title: 'The result of an action was not stored',
  explanation:
    'A request such as `POST /orders/{id}/cancel` succeeded and returned the changed resource, but a later read returns the value from before. Store the change before responding, or respond with 202 if it takes effect later.',
  basis: 'convention',
  run({ exchange, before, returned, after }) {
    return Object.entries(returned.value)
      .filter(([name, value]) => value !== undefined && Object.hasOwn(before.value, name))
      .filter(([name, value]) => !isSame(value, before.value[name]))
      .filter(([name]) => isSame(after.value[name], before.value[name]))
      .map(([name, expected]) => {
        const received = after.value[name];
        const message = `An action returned \`${name}\` as ${formatValue(expected)}, but a read still has ${formatValue(received)}.`;
        return propertyViolation({
          operation: exchange.operation,
          exchange: after.exchange,
          name,
          expected,
          received,
          message,
        });
      });
  },
};
