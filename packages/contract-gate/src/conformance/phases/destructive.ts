// Calls the operations that end, restart, empty or lock the server, after all others.
import type { Operation } from '@keyframe/openapi-model';
import type { RunContext } from '../behavior/context.ts';
import { type Draft, sentObject, withBodyValue } from '../requests/draft.ts';
import { ServerStoppedError } from '../wire/server-stopped-error.ts';
import type { Phase } from './phase.ts';

/** Sends one valid request to each destructive operation. */
export const runDestructive: Phase = async (context) => {
  try {
    for (const operation of context.operations) await callOnce(context, operation);
  } catch (error) {
    // A destructive operation may stop the server on purpose.
    if (!(error instanceof ServerStoppedError)) throw error;
  }
};

async function callOnce({ plans, session }: RunContext, operation: Operation): Promise<void> {
  const [draft] = plans.list(operation);
  if (!draft) return;
  const exchange = await session.send(draft);
  const off = exchange && switchOff(draft);
  if (off) await session.send(off);
}

/** Sets all switches of a body to false: a maintenance mode must not outlast the run. */
function switchOff(draft: Draft): Draft | undefined {
  const sent = sentObject(draft);
  if (!sent) return undefined;
  const isSwitch = ([, value]: [string, unknown]) => typeof value === 'boolean';
  const switches = Object.fromEntries(
    Object.entries(sent)
      .filter(isSwitch)
      .map(([name]) => [name, false]),
  );
  return Object.keys(switches).length > 0 ? withBodyValue(draft, { ...sent, ...switches }) : undefined;
}
