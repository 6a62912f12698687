// Observations of callbacks and webhooks.

import type { Operation } from '@keyframe/openapi-model';
import type { SchemaSpace } from '@keyframe/openapi-schema/values';
import type { CallbackAddress, Delivery } from '../callbacks/callback-listener.ts';
import type { RetryPolicy } from '../callbacks/retry-policy.ts';
import type { Exchange } from '../session/session.ts';

/** A request with an address for callbacks. */
export interface CallbackRequest {
  address: CallbackAddress;
  /** Undefined for a webhook. */
  exchange: Exchange | undefined;
  candidates: readonly CallbackCandidate[];
}

/** An operation of a callback or webhook that may arrive at an address. */
export interface CallbackCandidate {
  operation: Operation;
  /** The callback or webhook. */
  pointer: string;
  /** Whether the target of a delivery is checked; it is not for webhooks. */
  hasTarget: boolean;
  /** Path and query that the runtime expression evaluates to; undefined if it has no value. */
  expectedTarget: string | undefined;
}

/** One delivery, compared with one candidate. */
export interface ObservedDelivery {
  candidate: CallbackCandidate;
  delivery: Delivery;
  address: CallbackAddress;
  /** The schemas of responses, since the server is the sender. */
  space: SchemaSpace;
  /** Each must verify the signature. */
  secrets: readonly string[];
}

/** The deliveries that arrived at an address. */
export interface ObservedDeliveries {
  /** The callback or webhook. */
  pointer: string;
  address: CallbackAddress;
  /** The number of expected deliveries; undefined if it is not checked. */
  expectedCount: number | undefined;
  policy: RetryPolicy;
  /** How long a delivery may take to arrive. */
  waitMs: number;
  /** How long the run waited. */
  waitedMs: number;
  /** Whether the run waited as long as intended; if not, nothing is missing. */
  hasWaited: boolean;
  /** Whether the receiver never replied; the server may wait for a reply as long as it wants. */
  isSilent: boolean;
  /** Whether the request only selects events; the gate may not have caused any. */
  isSubscription: boolean;
}

/** A delivery that arrives within this time after a successful one is a repetition. */
export const GRACE_MS = 400;
