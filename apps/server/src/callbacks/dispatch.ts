/**
 * Sends what is due in the outbox, which is its own queue. Owners and hosts have bounded shares of the slots:
 * what exceeds a share waits in the database and holds no slot, so a receiver that hangs delays only its own owner.
 */

import type { Connection } from '../db/batch.ts';
import { createErrorLog } from '../telemetry/error-log.ts';
import { createDeliveryBacklog } from './backlog.ts';
import { type DeliverServices, deliverCallback } from './deliver.ts';
import { leaseDuration } from './lease.ts';
import { type ClaimedDelivery, createRecordAttempt } from './outbox.queries.ts';
import type { SlotLimits } from './share-slots.ts';

export type DispatchServices = Omit<DeliverServices, 'recordAttempt'> & { readonly pool: Connection };

export interface Dispatcher {
  /** Looks for due deliveries at once instead of at the next poll; call it after a commit. */
  wake(): void;
  /** Claims no more, hands back what is under way, and waits for that. */
  stop(): Promise<void>;
}

/** Deliveries mostly wait, so slots are cheap. */
const LIMITS: SlotLimits = { slots: 256, perOwner: 8, perHost: 32 };
const POLL_INTERVAL_MS = 500;

/** Starts sending due deliveries, within `limits` for this process. */
export function startDispatcher(services: DispatchServices, limits: SlotLimits = LIMITS): Dispatcher {
  const { pool, log, callbackTimeoutMs } = services;
  const delivering = { ...services, recordAttempt: createRecordAttempt(pool) };
  const logClaimError = createErrorLog(log, 'due deliveries could not be claimed');
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, ClaimedDelivery>();
  const backlog = createDeliveryBacklog(pool, {
    leaseMs: leaseDuration(callbackTimeoutMs),
    maxAgeMs: POLL_INTERVAL_MS,
  });
  let claiming: Promise<void> | undefined;
  let isWoken = false;

  const start = (delivery: ClaimedDelivery) => {
    const attempt = deliverCallback(delivering, delivery, stopping.signal)
      // Its claim runs out, and it is due again.
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'an attempt was lost'))
      .finally(() => {
        underWay.delete(attempt);
        wake();
      });
    underWay.set(attempt, delivery);
  };

  const claimAll = async () => {
    while (!stopping.signal.aborted && underWay.size < limits.slots) {
      const claimed = await backlog.claim([...underWay.values()], limits);
      if (claimed.length === 0) return;
      claimed.forEach(start);
    }
  };

  const wake = () => {
    isWoken = true;
    if (claiming !== undefined || stopping.signal.aborted) return;
    isWoken = false;
    claiming = claimAll()
      .catch(logClaimError)
      .finally(() => {
        claiming = undefined;
        if (isWoken) wake();
      });
  };

  const timer = setInterval(wake, POLL_INTERVAL_MS);
  wake();
  return {
    wake: () => {
      backlog.forget();
      wake();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new Error('The dispatcher is stopping.'));
      await claiming;
      await Promise.all(underWay.keys());
    },
  };
}
