import type { Operation, Webhook } from '@keyframe/openapi-model';
import type { CallbackListener } from '../callbacks/callback-listener.ts';
import type { Plans } from '../requests/plans.ts';
import type { ResourcePool } from '../resources/resource-pool.ts';
import type { Session } from '../session.ts';

/** What all phases work with. */
export interface PhaseContext {
  session: Session;
  plans: Plans;
  pool: ResourcePool;
  listener: CallbackListener;
  /** The operations that this run judges. */
  operations: readonly Operation[];
  /** The webhooks that it judges. */
  webhooks: readonly Webhook[];
}

/** One part of a run. */
export type Phase = (context: PhaseContext) => Promise<void>;

/** Works through tasks, as many at once as the run has workers. */
export async function inLanes<TTask>(
  session: Session,
  tasks: Iterable<TTask>,
  work: (task: TTask) => Promise<void>,
): Promise<void> {
  const waiting = tasks[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done && !session.isOver; next = waiting.next())
      await work(next.value);
  };
  await Promise.all(Array.from({ length: session.options.workers }, lane));
}
