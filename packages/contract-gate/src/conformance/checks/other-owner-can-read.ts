import type { Operation } from '@keyframe/openapi-model';
import { isEmptyList } from '../behavior/empty-list.ts';
import { collectIds } from '../behavior/list-client.ts';
import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import type { ObservedExchange, ObservedPages } from '../behavior/state-observations.ts';
import { type Exchange, isSuccess } from '../session/session.ts';

/** A list that another owner requested. */
export interface ForeignList extends ObservedPages {
  /** The id of a resource of the first owner. */
  id: string;
}

/** A request that another owner sent with the Idempotency-Key of the first owner. */
export interface ForeignRepetition {
  operation: Operation;
  /** The key parameter. */
  pointer: string;
  exchange: Exchange;
  /** The id or Location of what the first owner created. */
  ownResult: string | undefined;
  /** The same of the response to the other owner. */
  foreignResult: string | undefined;
}

export const otherOwnerCanRead = {
  id: 'other-owner-can-read',
  title: 'A resource is visible to another owner',
  explanation:
    'The credentials of another owner can read or list a resource, or get the result of its Idempotency-Key.',
  basis: 'promise',
  run(observed) {
    if ('foreignResult' in observed) return checkRepetition(observed);
    if ('exchange' in observed) {
      const { operation, exchange } = observed;
      // A list without items shows nothing of the first owner.
      if (!isReading(operation) || !isSuccess(exchange) || isEmptyList(observed)) return [];
      const { status } = exchange.response;
      const message = `A ${operation.method.toUpperCase()} of another owner returned ${status}.`;
      const expected = 'a documented 403 or 404';
      return [{ operation, exchange, message, expected, received: `${status}` }];
    }
    const { list, pages, id } = observed;
    const page = pages.find((one) => collectIds([one]).includes(id));
    if (!page) return [];
    const message = `A list of another owner contains the resource ${id}.`;
    const expected = 'only the resources of that owner';
    return [{ operation: list.operation, exchange: page.exchange, message, expected, received: id }];
  },
} as const satisfies StateCheck<ForeignList | ForeignRepetition | ObservedExchange>;

function checkRepetition({ ownResult, foreignResult, ...observed }: ForeignRepetition): StateViolation[] {
  if (foreignResult === undefined || foreignResult !== ownResult) return [];
  const message = `The Idempotency-Key of another owner returned the result ${foreignResult} of that owner.`;
  return [{ ...observed, message, expected: 'a result of its own', received: foreignResult }];
}

/** Whether an operation returns what it reads, unlike OPTIONS and TRACE. */
function isReading({ method }: Pick<Operation, 'method'>): boolean {
  return ['get', 'head', 'query'].includes(method);
}
