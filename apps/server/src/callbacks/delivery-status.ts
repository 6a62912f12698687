import type { DeliveryStatus } from '../db/tables.ts';

export type { DeliveryStatus };

export const DELIVERY_STATUSES = [
  'pending',
  'delivered',
  'failed',
] as const satisfies readonly DeliveryStatus[];
