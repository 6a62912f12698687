// Asks for callbacks at addresses of the gate, and judges what arrives, how often, and what does not.
import type { Operation } from '@keyframe/openapi-model';
import { promisedRetries } from '../callbacks/promised-retries.ts';
import { GRACE_MS, Trigger } from '../callbacks/trigger.ts';
import type { Phase, PhaseContext } from './phase.ts';

/** Judges the callbacks of every operation, all at once: most of the time is waiting. */
export const runCallbacks: Phase = async (context) => {
  const calling = context.operations.filter(({ callbacks }) => callbacks.length > 0);
  await Promise.all(calling.map((operation) => judgeCallbacks(context, operation)));
};

async function judgeCallbacks(context: PhaseContext, operation: Operation): Promise<void> {
  const trigger = new Trigger(context, operation);
  const received = await trigger.send([204]);
  if (!received) return;
  await trigger.awaitFirst(received);
  const unasked = await trigger.sendWithout();
  const promise = promisedRetries(operation, context.session.options.callbacks?.retries);
  const [failing, silent, hopeless] = await Promise.all([
    trigger.send([500, 204]),
    trigger.send(['silence', 204]),
    promise.count === undefined ? undefined : trigger.send([500]),
  ]);
  if (promise.isPromised) {
    await Promise.all([trigger.judgeRetry(failing), trigger.judgeRetry(silent)]);
    if (hopeless && promise.count !== undefined) await trigger.judgeCount(hopeless, promise.count);
  }
  await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  trigger.judgeRepetition(received, 1);
  trigger.judgeStrays([received, failing, silent, hopeless], unasked);
}
