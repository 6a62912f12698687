// States in one look everywhere.
import type { BillingStatus, DeliveryStatus, Key, Mode, TaskStatus } from '@keyframe/console-contract/client';
import { Badge, type Tone } from './badge.tsx';

const TASK: Readonly<Record<TaskStatus, Tone>> = {
  queued: 'neutral',
  generating: 'info',
  completed: 'success',
  failed: 'danger',
};
const BILLING: Readonly<Record<BillingStatus, Tone>> = {
  reserved: 'neutral',
  charged: 'success',
  refunded: 'info',
  refund_failed: 'danger',
};
const DELIVERY: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'neutral',
  delivered: 'success',
  failed: 'danger',
};
const KEY: Readonly<Record<Key['state'], Tone>> = {
  active: 'success',
  expired: 'neutral',
  revoked: 'neutral',
};

/** Writes a word of the API for people: `refund_failed` as `Refund failed`. */
export function readable(word: string): string {
  const text = word.replace(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function TaskBadge({ status }: { readonly status: TaskStatus }) {
  return <Badge tone={TASK[status]}>{readable(status)}</Badge>;
}

export function BillingBadge({ status }: { readonly status: BillingStatus }) {
  return <Badge tone={BILLING[status]}>{readable(status)}</Badge>;
}

export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  return <Badge tone={DELIVERY[status]}>{readable(status)}</Badge>;
}

export function KeyBadge({ state }: { readonly state: Key['state'] }) {
  return <Badge tone={KEY[state]}>{readable(state)}</Badge>;
}

/** Test is marked, live is the rule. */
export function ModeBadge({ mode }: { readonly mode: Mode }) {
  return <Badge tone={mode === 'test' ? 'warning' : 'neutral'}>{readable(mode)}</Badge>;
}
