import { findDelivery } from '../../callbacks/deliveries.queries.ts';
import { listOwnDeliveries } from '../../callbacks/delivery-listing.queries.ts';
import { leaseDuration } from '../../callbacks/lease.ts';
import { retryNow } from '../../callbacks/retry-now.queries.ts';
import { answerHeaders, type ConsoleHandlers, createActor, type OperationServices } from '../environment.ts';
import { conflict, notFound } from '../errors.ts';
import { describeDelivery } from './deliveries.ts';

/** Attempts of callbacks ahead of their schedule. */
export function deliveryRetryOperations({
  database,
  callbackTimeoutMs,
}: OperationServices): Pick<ConsoleHandlers, 'retryDelivery'> {
  const leaseMs = leaseDuration(callbackTimeoutMs);
  return {
    retryDelivery: async (context, reply) => {
      const { ownerId } = context.get('membership');
      const { deliveryId: id } = context.req.valid('param');
      const found = await findDelivery(database, id);
      if (found === undefined || found.ownerId !== ownerId) throw notFound(`Delivery ${id}`);
      if (!(await retryNow(database, { ownerId, id, leaseMs, actor: createActor(context) }))) {
        throw conflict(
          `Delivery ${id} has no later attempt: it has ended, or its next attempt starts within ${leaseMs / 1000} seconds.`,
        );
      }
      const page = await listOwnDeliveries(database, { ownerId, taskId: found.taskId, limit: 1 });
      const [delivery] = page.items;
      if (delivery === undefined) throw notFound(`Delivery ${id}`);
      return reply({ status: 202, headers: answerHeaders(context), body: describeDelivery(delivery) });
    },
  };
}
