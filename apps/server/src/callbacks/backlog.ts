import { Backlog } from '@keyframe/fairness';
import type { Connection } from '../db/batch.ts';
import { type ClaimedDelivery, claimDeliveries, findDueDeliveries } from './outbox.queries.ts';
import { type DueDelivery, type SlotLimits, type SlotUse, shareSlots } from './share-slots.ts';

export interface DeliveryBacklogOptions {
  /** How long a claim holds. */
  readonly leaseMs: number;
  /** How long what a search found is used. */
  readonly maxAgeMs: number;
}

/** Multiple of an owner's share that is searched: deliveries to a full host can hide no more than that. */
const SEARCH_DEPTH = 4;
/** Multiples of all slots that are searched, for one host and in total: all hosts that can be full hide no others. */
const SEARCH_OF_HOST = 2;
const SEARCH_WIDTH = 20;

export type DeliveryBacklog = Backlog<DueDelivery, SlotUse, ClaimedDelivery, SlotLimits>;

/** Creates the due deliveries from which a process claims. */
export function createDeliveryBacklog(
  connection: Connection,
  { leaseMs, maxAgeMs }: DeliveryBacklogOptions,
): DeliveryBacklog {
  return new Backlog(
    {
      async search(_, { slots, perOwner }: SlotLimits) {
        const startMs = performance.now();
        const due = await findDueDeliveries(connection, {
          perOwner: perOwner * SEARCH_DEPTH,
          perHost: slots * SEARCH_OF_HOST,
          limit: slots * SEARCH_WIDTH,
        });
        return { due, tookMs: performance.now() - startMs, isFull: due.length >= slots };
      },
      choose: (due: readonly DueDelivery[], running: readonly SlotUse[], limits) =>
        shareSlots(due, running, limits),
      claim: (chosen) =>
        claimDeliveries(
          connection,
          chosen.map(({ id }) => id),
          leaseMs,
        ),
    },
    { maxAgeMs, longMs: 0, isWaiting: true },
  );
}
