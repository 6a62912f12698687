import type { Client } from '@keyframe/openapi-runtime/client';
import type { PollBudget } from './poll-budget.ts';

/** State shared by all pollers of one client. */
export interface Pollers {
  client: Client;
  budget: PollBudget;
  /** Earliest times, by the clock, to poll recently accepted tasks. */
  firstPolls: Map<string, number>;
}
