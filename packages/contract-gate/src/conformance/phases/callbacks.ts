// Requests callbacks and webhooks at addresses of the gate, and checks the deliveries.
import type { JsonObject, Operation, Webhook } from '@keyframe/openapi-model';
import { unwrap } from '@keyframe/openapi-resources';
import { type CallbackRequest, GRACE_MS } from '../behavior/callback-observations.ts';
import { CallbackTrigger, type TriggeredCallbacks } from '../behavior/callback-trigger.ts';
import type { RunContext } from '../behavior/context.ts';
import type { Delivery, Reply } from '../callbacks/callback-listener.ts';
import { callbackDisagrees } from '../checks/callback-disagrees.ts';
import { callbackUnreached } from '../checks/callback-unreached.ts';
import { callbackUnrequested } from '../checks/callback-unrequested.ts';
import { callbackUrl } from '../checks/callback-url.ts';
import { webhookTriggerFailed } from '../checks/webhook-trigger-failed.ts';
import { parseJson } from '../requests/parse-json.ts';
import type { Exchange, Session } from '../session/session.ts';
import { CallbackInspector } from './callback-inspector.ts';
import { CallbackStates, readCreated } from './callback-states.ts';
import type { Phase } from './phase.ts';
import { checkSubscription } from './subscriptions.ts';

/** Checks the callbacks of all operations concurrently, since most of the time is waiting; then each webhook. */
export const runCallbacks: Phase = async (context) => {
  const calling = context.operations.filter(({ callbacks }) => callbacks.length > 0);
  await Promise.all(calling.map((operation) => checkCallbacks(context, operation)));
  for (const webhook of context.webhooks) await checkWebhook(context, webhook);
};

async function checkCallbacks(context: RunContext, operation: Operation): Promise<void> {
  const { listener, session } = context;
  const trigger = new CallbackTrigger(context, operation);
  const pointer = operation.callbacks[0]?.pointer ?? operation.pointer;
  if (!trigger.isPossible) {
    const observed = { operation, pointer, origin: listener.origin };
    await session.runChecks([callbackUnreached], observed, { operation });
    return;
  }
  const sent = operation.callbacks.flatMap(({ operations }) => operations);
  const inspector = new CallbackInspector(context, { operation, pointer, sent });
  const subscription = trigger.subscription;
  if (subscription) {
    await checkSubscription(context, { inspector, operation, trigger, subscription });
    return;
  }
  const received = await trigger.send([204]);
  if (!received) return;
  const parts = { trigger, inspector, operation, states: new CallbackStates(context, operation) };
  const delivery = await checkRequest(context, parts, received);
  const others = delivery ? await checkKinds(context, parts) : [];
  const without = await trigger.sendWithout();
  const retried = await checkRetries(inspector, (replies) => trigger.send(replies));
  await session.clock.sleep(GRACE_MS);
  for (const request of [received, ...others]) await inspector.checkRepetition(request, 1);
  await parts.states.check([without, ...[received, ...others, ...retried].map((one) => one?.exchange)]);
  await checkStrays(context, pointer, { requested: received.exchange, without });
}

interface CallbackParts {
  trigger: CallbackTrigger;
  inspector: CallbackInspector;
  operation: Operation;
  states: CallbackStates;
}

async function checkRequest(
  context: RunContext,
  { inspector, operation, states }: CallbackParts,
  request: TriggeredCallbacks,
): Promise<Delivery | undefined> {
  const { session } = context;
  const { exchange } = request;
  await states.watch(exchange);
  const delivery = await inspector.checkFirst(request);
  if (!delivery) return undefined;
  const resource = await readCreated(context, exchange);
  const announced = findAnnounced(session, operation, delivery);
  const created = session.findResource(exchange);
  const observed = { operation, delivery, announced, created, resource, conventions: session.conventions };
  await session.runChecks([callbackDisagrees], observed, exchange);
  states.announce(exchange, announced, resource);
  return delivery;
}

function findAnnounced(session: Session, operation: Operation, delivery: Delivery): JsonObject | undefined {
  const body = parseJson(delivery.body.toString());
  const media = operation.callbacks
    .flatMap(({ operations }) => operations)
    .flatMap(({ requestBody }) => requestBody?.content ?? []);
  const paths = media.map((one) => session.bodyResources.findPath(operation, one));
  return paths.map((path) => unwrap(body, path)).find((one) => one !== undefined) ?? unwrap(body, []);
}

// Maximum share of the remaining time.
const SHARE = 0.2;
const CONCURRENT_REQUESTS = 3;

/** Sends requests of each kind, a few at a time since a server may process them one after the other. */
async function checkKinds(context: RunContext, parts: CallbackParts): Promise<TriggeredCallbacks[]> {
  const { session } = context;
  const { trigger } = parts;
  const checked: TriggeredCallbacks[] = [];
  const until = session.elapsedMs + session.remainingMs * SHARE;
  const waiting = trigger.kinds.values();
  const lane = async () => {
    for (const kind of waiting) {
      if (session.isOver || session.elapsedMs > until) return;
      const request = await trigger.send([204], kind);
      if (!request) continue;
      checked.push(request);
      await checkRequest(context, parts, request);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, lane));
  return checked;
}

/** Uses receivers that fail once, that do not reply, and that always fail. */
async function checkRetries<TRequest extends CallbackRequest>(
  inspector: CallbackInspector,
  send: (replies: readonly Reply[]) => Promise<TRequest | undefined>,
): Promise<(TRequest | undefined)[]> {
  const { isExpected, count } = inspector.policy;
  const requests = await Promise.all([
    send([500, 204]),
    send(['silence', 204]),
    count === undefined ? undefined : send([500]),
  ]);
  if (!isExpected) return requests;
  const [failing, silent, hopeless] = requests;
  await Promise.all([
    inspector.checkRetry(failing, { isSilent: false }),
    inspector.checkRetry(silent, { isSilent: true }),
    hopeless && count !== undefined && inspector.checkCount(hopeless, count),
  ]);
  return requests;
}

/** Checks the deliveries at unknown addresses. */
async function checkStrays(
  { listener, session }: RunContext,
  pointer: string,
  { requested, without }: { requested: Exchange; without: Exchange | undefined },
): Promise<void> {
  const [stray] = listener.strays;
  if (!stray) return;
  const check = without ? callbackUnrequested : callbackUrl;
  await session.runChecks([check], { pointer, stray }, without ?? requested);
}

const QUIET_MS = 10_000;

// All webhooks arrive at one address, so they are requested one after the other.
async function checkWebhook(context: RunContext, { name, operations, pointer }: Webhook): Promise<void> {
  const { listener, session } = context;
  const trigger = session.options.callbacks?.webhooks?.[name];
  const [operation] = operations;
  if (!trigger || !operation) return;
  const candidates = operations.map((one) => ({
    operation: one,
    pointer,
    hasTarget: false,
    expectedTarget: undefined,
  }));
  const inspector = new CallbackInspector(context, { operation, pointer, sent: operations });
  const send = async (replies: readonly Reply[]): Promise<CallbackRequest | undefined> => {
    await listener.quiet(GRACE_MS, session.options.callbacks?.waitMs ?? QUIET_MS);
    const address = listener.openWebhooks(replies);
    try {
      await trigger({ url: address.url });
    } catch (error) {
      await session.runChecks([webhookTriggerFailed], { name, pointer, error }, { operation });
      return undefined;
    }
    return { address, exchange: undefined, candidates };
  };
  const received = await send([204]);
  if (!received || !(await inspector.checkFirst(received))) return;
  await session.clock.sleep(GRACE_MS);
  await inspector.checkRepetition(received, 1);
  const { isExpected, count } = inspector.policy;
  if (!isExpected) return;
  const isRepeated = await inspector.checkRetry(await send([500, 204]), { isSilent: false });
  if (!isRepeated) return;
  await inspector.checkRetry(await send(['silence', 204]), { isSilent: true });
  const hopeless = count === undefined ? undefined : await send([500]);
  if (hopeless && count !== undefined) await inspector.checkCount(hopeless, count);
}
