import { isBelow } from '@keyframe/openapi-resources';
import { isEmptyList } from '../behavior/empty-list.ts';
import { collectIds } from '../behavior/list-client.ts';
import { findMissing404Basis, promisesMissing, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedExchange, ObservedList } from '../behavior/state-observations.ts';
import { isCarriedOut } from '../session/session.ts';

/** A list after a deletion. */
export interface ListAfterDeletion extends Omit<ObservedList, 'expectedIds' | 'size'> {
  deletedId: string;
}

export const deletedReadable: StateCheck<ListAfterDeletion | ObservedExchange> = {
  id: 'deleted-readable',
  title: 'A deleted resource is still available',
  explanation:
    'No operation finds a resource after its deletion, unless the deletion changed its representation; a list inside of it is empty or has the documented 404. It is a warning if a list contains the resource, or if the document has no 404.',
  basis: 'promise',
  run(observed) {
    if ('exchange' in observed) {
      const { client, operation, exchange } = observed;
      if (!isCarriedOut(exchange) || isEmptyInnerList(observed)) return [];
      const { status } = exchange.response;
      const basis = findMissing404Basis(operation, client.context.session.model.operations);
      const message = `An operation on a deleted resource returned ${status}.`;
      return [{ operation, exchange, message, expected: '404', received: `${status}`, basis }];
    }
    const { list, pages, deletedId } = observed;
    const [first] = pages;
    if (!first || !collectIds(pages).includes(deletedId)) return [];
    return [
      {
        operation: list.operation,
        exchange: first.exchange,
        message: `A list contains the deleted resource ${deletedId}.`,
        expected: 'the resources that exist',
        received: deletedId,
        basis: 'convention',
      },
    ];
  },
};

// The list of a resource that does not exist has no items, unless the document promises a 404.
function isEmptyInnerList(observed: ObservedExchange): boolean {
  const { collection, context } = observed.client;
  return (
    isEmptyList(observed) &&
    isBelow(observed.operation.resourcePath, collection.itemPath) &&
    !promisesMissing(observed.operation, context.session.model.operations)
  );
}
