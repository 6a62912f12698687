// A model of the service: owners with credits, keys, tasks, and claims of Idempotency-Keys.
import type { components } from '@keyframe/contract';
import type { Mode } from '../../support/operator.ts';

export type TaskRecord = components['schemas']['Task'];
export type Billing = TaskRecord['billing_status'];

/** How a task is bound to end, unless its time runs out first. */
export type Ending =
  | 'completed'
  | 'provider_failed'
  | 'timed_out'
  | 'refund_failed'
  | 'stuck'
  | 'invalid_material';

/** A key, with what it may do. */
export interface ModelKey {
  readonly id: string;
  readonly key: string;
  readonly owner: ModelOwner;
  readonly mode: Mode;
  readonly scopes: readonly ('videos:create' | 'tasks:read')[];
  isRevoked: boolean;
}

/** An owner and what was ever granted to it. */
export interface ModelOwner {
  readonly id: string;
  readonly granted: Record<Mode, number>;
}

/** A task that was accepted. */
export interface ModelTask {
  readonly id: string;
  readonly owner: ModelOwner;
  readonly mode: Mode;
  readonly ending: Ending;
  readonly credits: number;
  readonly callbackPath: string | undefined;
  /** When it was submitted, which is before the service's clock for it began; Unix time in milliseconds. */
  readonly sentAt: number;
  /** The record of the last read. */
  record: TaskRecord;
  /** The operator has returned the credits of its failed refund. */
  isRefundRetried: boolean;
}

/** A submission that holds an Idempotency-Key. */
export interface Claim {
  readonly idempotencyKey: string;
  readonly owner: ModelOwner;
  readonly mode: Mode;
  readonly body: object;
  readonly answer: { readonly taskId: string; readonly credits: number };
}

/** Everything that is expected. */
export interface Model {
  readonly owners: readonly ModelOwner[];
  /** The first of each owner, in this order, hold every scope and are never revoked. */
  readonly keys: ModelKey[];
  readonly tasks: ModelTask[];
  readonly claims: Claim[];
}

export const MODES = ['live', 'test'] as const;

export function isTerminal({ record }: Pick<ModelTask, 'record'>): boolean {
  return record.status === 'completed' || record.status === 'failed';
}

/** Computes the balance from grants and from the last records of the tasks. */
export function computeBalance({ tasks }: Model, owner: ModelOwner, mode: Mode) {
  const held = (billings: readonly Billing[]) =>
    tasks
      .filter((task) => task.owner === owner && task.mode === mode)
      .filter(({ record }) => billings.includes(record.billing_status))
      .reduce((sum, { credits }) => sum + credits, 0);
  return {
    available: owner.granted[mode] - held(['reserved', 'charged', 'refund_failed']),
    reserved: held(['reserved', 'refund_failed']),
  };
}

/** Gives what may come back to an owner at any moment: the credits of tasks that were not terminal when last seen. */
export function countUnsettled({ tasks }: Model, owner: ModelOwner, mode: Mode): number {
  return tasks
    .filter((task) => task.owner === owner && task.mode === mode && !isTerminal(task))
    .reduce((sum, { credits }) => sum + credits, 0);
}

/** Picks an item by any number; undefined for an empty list. */
export function pick<TItem>(items: readonly TItem[], index: number): TItem | undefined {
  return items[index % items.length];
}
