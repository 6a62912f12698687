// Waits for the deliveries at an address and checks them: each delivery, their number and their pauses.
import type { Operation } from '@keyframe/openapi-model';
import {
  type CallbackRequest,
  GRACE_MS,
  type ObservedDeliveries,
  type ObservedDelivery,
} from '../behavior/callback-observations.ts';
import type { RunContext } from '../behavior/context.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import { findRetryPolicy, type RetryPolicy, retryWindow } from '../callbacks/retry-policy.ts';
import { callbackBody } from '../checks/callback-body.ts';
import { callbackChanged } from '../checks/callback-changed.ts';
import { callbackHeader } from '../checks/callback-header.ts';
import { callbackMediaType } from '../checks/callback-media-type.ts';
import { callbackMethod } from '../checks/callback-method.ts';
import { callbackMissing } from '../checks/callback-missing.ts';
import { callbackNotRetried } from '../checks/callback-not-retried.ts';
import { callbackRepeated } from '../checks/callback-repeated.ts';
import { callbackRetriedTooOften } from '../checks/callback-retried-too-often.ts';
import { callbackRetrySpacing } from '../checks/callback-retry-spacing.ts';
import { callbackSignature } from '../checks/callback-signature.ts';
import { callbackUnrequested } from '../checks/callback-unrequested.ts';
import { callbackUrl } from '../checks/callback-url.ts';
import type { Check, CheckDescription, Violation } from '../session/check.ts';

const WAIT_MS = 10_000;
const MOST_EVENTS = 20;
const DELIVERY_CHECKS: readonly Check<ObservedDelivery>[] = [
  callbackUrl,
  callbackMethod,
  callbackHeader,
  callbackMediaType,
  callbackBody,
  callbackSignature,
];
const REPETITION_CHECKS = [callbackRepeated, callbackUnrequested];

/** The operation of findings, the callback or webhook, and the operations that the server sends. */
export interface InspectedCallback {
  operation: Operation;
  pointer: string;
  sent: readonly Operation[];
}

/** Checks the deliveries of one operation or webhook. */
export class CallbackInspector {
  readonly policy: RetryPolicy;
  readonly #context: RunContext;
  readonly #callback: InspectedCallback;
  readonly #waitMs: number;

  constructor(context: RunContext, callback: InspectedCallback) {
    const { model, options } = context.session;
    this.#context = context;
    this.#callback = callback;
    this.#waitMs = options.callbacks?.waitMs ?? WAIT_MS;
    const { retries: configured } = options.callbacks ?? {};
    this.policy = findRetryPolicy(callback.sent, model.document, { configured, withinMs: this.#waitMs });
  }

  /** Waits for the first delivery and checks it; undefined if none arrives. */
  async checkFirst(request: CallbackRequest): Promise<Delivery | undefined> {
    await this.#wait(request, 1, this.#waitMs);
    await this.#run([callbackMissing], request, { waitedMs: this.#waitMs });
    const [delivery] = request.address.deliveries;
    if (delivery) await this.#checkDelivery(request, delivery);
    return delivery;
  }

  /** Waits for events after a subscription, and checks each. */
  async checkEvents(request: CallbackRequest): Promise<void> {
    await this.#wait(request, 1, this.#waitMs);
    const observed = { waitedMs: this.#waitMs, isSubscription: true };
    await this.#run([callbackMissing], request, observed);
    for (const delivery of request.address.deliveries.slice(0, MOST_EVENTS))
      await this.#checkDelivery(request, delivery);
  }

  // The callback may be any of the candidates: the one with the fewest violations is assumed.
  async #checkDelivery(request: CallbackRequest, delivery: Delivery): Promise<void> {
    const { session } = this.#context;
    const secrets = session.options.callbacks?.secrets ?? [];
    const { address } = request;
    const results = await Promise.all(
      request.candidates.map(async (candidate) => {
        const observed = { candidate, delivery, address, space: session.responses, secrets };
        const violations: [CheckDescription, Violation][] = [];
        for (const check of DELIVERY_CHECKS)
          for (const violation of await check.run(observed)) violations.push([check, violation]);
        return { pointer: candidate.pointer, violations };
      }),
    );
    const [best] = results.toSorted((left, right) => left.violations.length - right.violations.length);
    if (!best) return;
    session.coverage.count('callback', this.#callback.operation, best.pointer);
    for (const [check, violation] of best.violations)
      session.report(check, violation, request.exchange ?? this.#callback);
  }

  /** Waits for a second delivery, which must equal the first; false if none arrives. */
  async checkRetry(
    request: CallbackRequest | undefined,
    { isSilent }: { isSilent: boolean },
  ): Promise<boolean> {
    if (!request) return false;
    const window = this.#window(0);
    // The server may wait for the reply of a silent receiver as long as it wants.
    const waitedMs = window ? window.untilMs + (isSilent ? this.#waitMs : 0) : this.#waitMs;
    await this.#wait(request, 2, waitedMs);
    const [, second] = request.address.deliveries;
    const observed = { expectedCount: 2, waitedMs, isSilent };
    await this.#run([callbackMissing, callbackNotRetried], request, observed);
    if (!second) return false;
    await this.#run([callbackChanged, callbackRetrySpacing], request, observed);
    await this.#checkDelivery(request, second);
    await this.#context.session.clock.sleep(GRACE_MS);
    await this.checkRepetition(request, 2);
    return true;
  }

  /** Counts the deliveries to a receiver that always fails. */
  async checkCount(request: CallbackRequest, retries: number): Promise<void> {
    const { pausesMs } = this.policy;
    const allowed = pausesMs.map((_, index) => this.#window(index)?.untilMs ?? 0);
    const waitedMs = allowed.length > 0 ? allowed.reduce((sum, one) => sum + one, 0) : this.#waitMs;
    await this.#wait(request, retries + 1, waitedMs);
    const graceMs = Math.max(GRACE_MS, 2 * (pausesMs.at(-1) ?? 0));
    await this.#context.session.clock.sleep(graceMs);
    const checks = [callbackRetrySpacing, callbackNotRetried, callbackRetriedTooOften];
    await this.#run(checks, request, { expectedCount: retries + 1, waitedMs });
  }

  /** Checks that no further delivery has arrived. */
  async checkRepetition(request: CallbackRequest, expectedCount: number): Promise<void> {
    await this.#run(REPETITION_CHECKS, request, { expectedCount, waitedMs: GRACE_MS });
  }

  #window(index: number) {
    return retryWindow(this.policy, { index, waitMs: this.#waitMs });
  }

  async #wait({ address }: CallbackRequest, count: number, timeoutMs: number): Promise<void> {
    const { listener, session } = this.#context;
    await listener.waitForCallbacks(address, count, Math.min(timeoutMs, session.remainingMs));
  }

  async #run(
    checks: readonly Check<ObservedDeliveries>[],
    { address, exchange }: CallbackRequest,
    {
      expectedCount,
      waitedMs,
      isSilent = false,
      isSubscription = false,
    }: { expectedCount?: number; waitedMs: number; isSilent?: boolean; isSubscription?: boolean },
  ): Promise<void> {
    const { session } = this.#context;
    const { pointer, operation } = this.#callback;
    const observed: ObservedDeliveries = {
      pointer,
      address,
      expectedCount,
      policy: this.policy,
      waitMs: this.#waitMs,
      waitedMs,
      hasWaited: !session.isOver,
      isSilent,
      isSubscription,
    };
    await session.runChecks(checks, observed, exchange ?? { operation });
  }
}
