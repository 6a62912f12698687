// Checks callbacks that later events cause: a request subscribes to them, then other operations cause the events.
import type { Operation } from '@keyframe/openapi-model';
import type { CallbackTrigger } from '../behavior/callback-trigger.ts';
import type { RunContext } from '../behavior/context.ts';
import type { Draft } from '../requests/draft.ts';
import type { CallbackInspector } from './callback-inspector.ts';
import { sendCase } from './send-case.ts';

/** A request that subscribes to events. */
export interface Subscription {
  inspector: CallbackInspector;
  operation: Operation;
  trigger: CallbackTrigger;
  subscription: Draft;
}

const CAUSING = ['post', 'put', 'patch', 'delete'];

/** Subscribes, sends a valid request to every operation that may cause an event, and checks the events. */
export async function checkSubscription(
  context: RunContext,
  { inspector, operation, trigger, subscription }: Subscription,
): Promise<void> {
  const request = await trigger.send([204], subscription);
  if (!request) return;
  for (const method of CAUSING) {
    const causing = context.operations.filter((one) => one !== operation && one.method === method);
    for (const one of causing) await cause(context, one);
  }
  await inspector.checkEvents(request);
}

async function cause(context: RunContext, operation: Operation): Promise<void> {
  const draft = context.plans.working(operation).at(-1);
  if (!draft || operation.callbacks.length > 0 || context.session.isOver) return;
  await sendCase(context, { draft, expectation: 'either', pointer: operation.pointer, label: 'valid' });
}
