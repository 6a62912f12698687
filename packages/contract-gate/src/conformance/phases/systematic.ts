// Tests every keyword of parameters and bodies with valid and invalid values.

import type { Operation } from '@keyframe/openapi-model';
import type { Clock } from '@keyframe/openapi-runtime/internal';
import { createRandom } from '@keyframe/openapi-schema/values';
import type { RunContext } from '../behavior/context.ts';
import { BodyCases } from '../requests/body-cases.ts';
import type { Case } from '../requests/case.ts';
import { parameterCases } from '../requests/parameter-cases.ts';
import type { Phase } from './phase.ts';
import { sendCase } from './send-case.ts';

// The phases between need time, too: what does not fit is sent after them.
const SHARE = 0.4;
const MOST_COUNT_MS = 1_000;
const remaining = new WeakMap<RunContext, Generator<Case>>();

/** Sends the cases of all operations in turn, for a part of the remaining time. */
export const runSystematic: Phase = async (context) => {
  const { operations, session } = context;
  const cases = interleave(operations.map((operation) => listCases(context, operation)));
  remaining.set(context, cases);
  await sendUntil(context, cases, session.elapsedMs + session.remainingMs * SHARE);
};

/** Sends the cases that the first part had no time for. */
export const runRemaining: Phase = async (context) => {
  const cases = remaining.get(context);
  if (!cases) return;
  await sendUntil(context, cases, Number.POSITIVE_INFINITY);
  if (context.session.isOver) context.session.progress.plan(countCases(cases, context.session.clock));
};

/** Counts cases for a limited time. Creating a case is much cheaper than sending it, except for large bodies. */
export function countCases(cases: Iterator<unknown>, clock: Pick<Clock, 'now'>): number {
  const endMs = clock.now() + MOST_COUNT_MS;
  let count = 0;
  while (clock.now() < endMs && !cases.next().done) count += 1;
  return count;
}

async function sendUntil(context: RunContext, cases: Generator<Case>, untilMs: number): Promise<void> {
  const { session } = context;
  const lane = async () => {
    while (!session.isOver && session.elapsedMs < untilMs) {
      const next = cases.next();
      if (next.done) return;
      session.progress.plan(1);
      await sendCase(context, next.value);
      session.progress.advance();
    }
  };
  await Promise.all(Array.from({ length: session.options.workers }, lane));
}

function* listCases({ session, plans }: RunContext, operation: Operation): Generator<Case> {
  const drafts = plans.working(operation);
  const [first] = drafts;
  if (!first) return;
  const { requests, conventions, options } = session;
  const random = createRandom(options.seed);
  yield* parameterCases(first, { requests, conventions, random, findValue: plans.buildParameterValue });
  if (operation.requestBody?.required) {
    const { body: _, ...bare } = first;
    const { pointer } = operation.requestBody;
    yield { draft: bare, twin: first, expectation: 'invalid', pointer, label: 'no body' };
  }
  const bodies = new BodyCases(requests, random);
  for (const draft of drafts) yield* bodies.generate(draft);
}

function* interleave<TItem>(sources: readonly Generator<TItem>[]): Generator<TItem> {
  let open = sources;
  while (open.length > 0) {
    const still: Generator<TItem>[] = [];
    for (const source of open) {
      const next = source.next();
      if (next.done) continue;
      still.push(source);
      yield next.value;
    }
    open = still;
  }
}
