// Asks for callbacks and webhooks at addresses of the gate, and judges what arrives, how often, and what does not.
import type { Operation, Webhook } from '@keyframe/openapi-model';
import { judgeAgreement } from '../callbacks/agreement.ts';
import { Arrivals, type Asked, GRACE_MS } from '../callbacks/arrivals.ts';
import type { Answer, Delivery } from '../callbacks/callback-listener.ts';
import { parse } from '../callbacks/judge-delivery.ts';
import { Outcomes } from '../callbacks/outcomes.ts';
import { Trigger, type Triggered } from '../callbacks/trigger.ts';
import {
  CALLBACK_UNASKED,
  CALLBACK_UNREACHED,
  CALLBACK_URL,
  WEBHOOK_TRIGGER_FAILED,
} from '../checks/callback-checks.ts';
import type { Violation } from '../checks/check.ts';
import type { Exchange } from '../session.ts';
import type { Phase, PhaseContext } from './phase.ts';

/** Judges the callbacks of every operation, all at once, since most of the time is waiting; then webhook by webhook. */
export const runCallbacks: Phase = async (context) => {
  const calling = context.operations.filter(({ callbacks }) => callbacks.length > 0);
  await Promise.all(calling.map((operation) => judgeCallbacks(context, operation)));
  for (const webhook of context.webhooks) await judgeWebhook(context, webhook);
};

async function judgeCallbacks(context: PhaseContext, operation: Operation): Promise<void> {
  const trigger = new Trigger(context, operation);
  const pointer = operation.callbacks[0]?.pointer ?? operation.pointer;
  if (!trigger.isPossible) {
    reportUnreached(context, operation, pointer);
    return;
  }
  const received = await trigger.send([204]);
  if (!received) return;
  const sent = operation.callbacks.flatMap(({ operations }) => operations);
  const arrivals = new Arrivals(context, { operation, pointer, sent });
  const judging = { trigger, arrivals, operation, outcomes: new Outcomes(context, operation) };
  const delivery = await judgeOne(context, judging, received);
  const others = delivery ? await judgeKinds(context, judging) : [];
  const unasked = await trigger.sendWithout();
  const retried = await judgeRetries(arrivals, (answers) => trigger.send(answers));
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  for (const asked of [received, ...others]) arrivals.judgeRepetition(asked, 1);
  await judging.outcomes.judge([unasked, ...[received, ...others, ...retried].map((one) => one?.exchange)]);
  judgeStrays(context, pointer, { asked: [received, ...retried], unasked });
}

interface Judging {
  trigger: Trigger;
  arrivals: Arrivals;
  operation: Operation;
  outcomes: Outcomes;
}

async function judgeOne(
  context: PhaseContext,
  { arrivals, operation, outcomes }: Judging,
  asked: Triggered,
): Promise<Delivery | undefined> {
  const { exchange } = asked;
  await outcomes.begin(exchange);
  const delivery = await arrivals.judgeFirst(asked);
  if (!delivery) return undefined;
  const value = await judgeAgreement(context, operation, { exchange, delivery });
  outcomes.announce(exchange, parse(delivery.body.toString()), value);
  return delivery;
}

// At most this part of the time that is left.
const SHARE = 0.2;
const AT_ONCE = 3;

/** Asks by requests of every kind, few at once since a server may work on one after the other. */
async function judgeKinds(context: PhaseContext, judging: Judging): Promise<Triggered[]> {
  const { session } = context;
  const { trigger } = judging;
  const judged: Triggered[] = [];
  const until = session.elapsedMs + session.remainingMs * SHARE;
  const waiting = trigger.kinds.values();
  const lane = async () => {
    for (const kind of waiting) {
      if (session.isOver || session.elapsedMs > until) return;
      const asked = await trigger.send([204], kind);
      if (!asked) continue;
      judged.push(asked);
      await judgeOne(context, judging, asked);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return judged;
}

/** Sends to receivers that fail at first, that say nothing, and that always fail. */
async function judgeRetries<TAsked extends Asked>(
  arrivals: Arrivals,
  ask: (answers: readonly Answer[]) => Promise<TAsked | undefined>,
): Promise<(TAsked | undefined)[]> {
  const { promise } = arrivals;
  const asked = await Promise.all([
    ask([500, 204]),
    ask(['silence', 204]),
    promise.count === undefined ? undefined : ask([500]),
  ]);
  if (!promise.isPromised) return asked;
  const [failing, silent, hopeless] = asked;
  await Promise.all([
    arrivals.judgeRetry(failing, { isSilent: false }),
    arrivals.judgeRetry(silent, { isSilent: true }),
    hopeless && promise.count !== undefined && arrivals.judgeCount(hopeless, promise.count),
  ]);
  return asked;
}

// The address cannot be one of the gate: its schema wants TLS, or no expression of the document reads it from a request.
function reportUnreached({ session, listener }: PhaseContext, operation: Operation, pointer: string): void {
  const violation = {
    check: CALLBACK_UNREACHED,
    pointer,
    message: 'No valid request can contain a callback URL of the gate.',
    expected: 'a schema that accepts the URL of the gate',
    received: listener.origin,
  };
  session.report(violation, { operation });
}

/** Reports what arrived at no address, or after a request that named none. */
function judgeStrays(
  { listener, session }: PhaseContext,
  pointer: string,
  { asked, unasked }: { asked: readonly (Triggered | undefined)[]; unasked: Exchange | undefined },
): void {
  const [stray] = listener.strays;
  const evidence = unasked ?? asked[0]?.exchange;
  if (!stray || !evidence) return;
  const violation: Violation = {
    check: unasked ? CALLBACK_UNASKED : CALLBACK_URL,
    pointer,
    message: 'A callback arrived at a URL that no request contained.',
    expected: 'nothing',
    received: `${stray.method} ${stray.target}`,
  };
  session.report(violation, evidence);
}

const QUIET_MS = 10_000;

// All webhooks come to one address, so their deliveries can be told apart only one after the other.
async function judgeWebhook(context: PhaseContext, { name, operations, pointer }: Webhook): Promise<void> {
  const { listener, session } = context;
  const cause = session.options.callbacks?.webhooks?.[name];
  const [operation] = operations;
  if (!cause || !operation) return;
  const candidates = operations.map((one) => ({ operation: one, pointer, judgeUrl: () => [] }));
  const arrivals = new Arrivals(context, { operation, pointer, sent: operations });
  const ask = async (answers: readonly Answer[]): Promise<Asked | undefined> => {
    await listener.quiet(GRACE_MS, session.options.callbacks?.waitMs ?? QUIET_MS);
    const address = listener.openWebhooks(answers);
    try {
      await cause({ url: address.url });
    } catch (error) {
      const received = error instanceof Error ? error.message : String(error);
      const message = `The trigger of the webhook ${name} failed.`;
      session.report(
        { check: WEBHOOK_TRIGGER_FAILED, pointer, message, expected: 'success', received },
        { operation },
      );
      return undefined;
    }
    return { address, exchange: undefined, candidates };
  };
  const received = await ask([204]);
  if (!received || !(await arrivals.judgeFirst(received))) return;
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  arrivals.judgeRepetition(received, 1);
  const { promise } = arrivals;
  if (!promise.isPromised) return;
  const isRepeated = await arrivals.judgeRetry(await ask([500, 204]), { isSilent: false });
  if (!isRepeated) return;
  await arrivals.judgeRetry(await ask(['silence', 204]), { isSilent: true });
  const hopeless = promise.count === undefined ? undefined : await ask([500]);
  if (hopeless && promise.count !== undefined) await arrivals.judgeCount(hopeless, promise.count);
}
