import type { Operation, Webhook } from '@keyframe/openapi-model';
import type { CallbackListener } from '../callbacks/callback-listener.ts';
import type { ResourcePool } from '../resources/resource-pool.ts';
import type { Plans } from '../session/plans.ts';
import type { Session } from '../session/session.ts';

/** The state of a run that all phases share. */
export interface RunContext {
  session: Session;
  plans: Plans;
  pool: ResourcePool;
  listener: CallbackListener;
  /** The tested operations. */
  operations: readonly Operation[];
  /** The tested webhooks. */
  webhooks: readonly Webhook[];
}
