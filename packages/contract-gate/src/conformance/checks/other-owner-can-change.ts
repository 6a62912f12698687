import { isSame } from '../behavior/compare.ts';
import type { Representation } from '../behavior/resource-client.ts';
import type { StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange, UnchangedResource } from '../behavior/state-observations.ts';
import { isSafe } from '../destructive.ts';
import { formatValue } from '../format-value.ts';
import { isSuccess } from '../session/session.ts';

/** A resource before and after the requests of another owner. */
export interface ForeignChange extends Omit<UnchangedResource, 'after' | 'names'> {
  /** Undefined if the resource cannot be read. */
  after: Representation | undefined;
}

export const otherOwnerCanChange: StateCheck<ForeignChange | ObservedExchange> = {
  id: 'other-owner-can-change',
  title: 'A resource was changed by another owner',
  explanation: 'A request with the credentials of another owner changed or deleted a resource.',
  basis: 'promise',
  run(observed) {
    const { client, operation } = observed;
    if ('exchange' in observed) {
      const { exchange } = observed;
      if (isSafe(operation) || !isSuccess(exchange)) return [];
      const { status } = exchange.response;
      const message = `A ${operation.method.toUpperCase()} of another owner returned ${status}.`;
      const expected = 'a documented 403 or 404';
      return [{ operation, exchange, message, expected, received: `${status}` }];
    }
    const { before, after } = observed;
    const changed = Object.keys(before.value).find(
      (name) => !client.isVolatile(name) && !isSame(before.value[name], after?.value[name]),
    );
    if (changed === undefined) return [];
    const change = after
      ? `changed \`${changed}\` from ${formatValue(before.value[changed])} to ${formatValue(after.value[changed])}`
      : 'removed a resource';
    return [
      {
        operation,
        exchange: after?.exchange ?? before.exchange,
        message: `Requests of another owner ${change}.`,
        expected: 'no effect',
        received: after ? formatValue(after.value[changed]) : 'no resource',
      },
    ];
  },
};
