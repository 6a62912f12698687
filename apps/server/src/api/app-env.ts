/** Variables and bindings of a request, which each stage passes to those after it. */
import type { HttpBindings } from '@hono/node-server';
import type { Mode } from '../db/tables.ts';
import type { RequestKey } from '../limits/authentication.queries.ts';
import type { OwnerDecision, RateDecision } from '../limits/rate.queries.ts';
import type { Poll } from '../tasks/poll.queries.ts';
import type { EndedTask } from '../tasks/status-memory.ts';
import type { RatePolicy, RateState } from './rate-limits.ts';

/** Variables for later stages: authentication sets `poll` for a status query, `key` for everything else. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Time that the client asked to wait, and has waited. */
    waitedMs: number;
    key: RequestKey;
    keyMode: Mode;
    polls: boolean;
    poll: PolledTask;
    /** The key that was presented. */
    token: string;
    limits: Limits;
    rateStates: RateState[];
  };
}

/** The task of a status query. */
export interface PolledTask {
  readonly ownerId: string;
  /** Undefined if the owner has no such task, or if a limit of key or owner refuses the request. */
  readonly found: Poll['found'];
  /** The task in memory, if it has ended. */
  readonly ended?: EndedTask | undefined;
}

/** Decision of the limits of a key and its owner. */
export interface Decisions {
  readonly decision: RateDecision;
  readonly ownerDecision: OwnerDecision | undefined;
}

export interface Limits extends Decisions, Policies {}

/** The limits of a request: of its key, and of all keys of its owner. */
export interface Policies {
  readonly policy: RatePolicy;
  readonly ownerPolicy: RatePolicy;
}
