// Tries every keyword of parameters and bodies, on both sides of what it allows.
import type { Operation } from '@keyframe/openapi-model';
import { randomOf } from '../random.ts';
import { BodyCases } from '../requests/body-cases.ts';
import type { Case } from '../requests/case.ts';
import { parameterCases } from '../requests/parameter-cases.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { sendCase } from './send-case.ts';

/** Sends the cases of every operation; those of different operations take turns. */
export const runSystematic: Phase = async (context) => {
  const { operations, session } = context;
  const cases = inTurns(operations.map((operation) => casesOf(context, operation)));
  await inLanes(session, cases, async (one) => {
    await sendCase(context, one);
  });
};

function* casesOf({ session, plans }: PhaseContext, operation: Operation): Generator<Case> {
  const drafts = plans.working(operation);
  const [first] = drafts;
  if (!first) return;
  const { requests: space, options } = session;
  const random = randomOf(options.seed);
  yield* parameterCases(first, { space, random, give: plans.valueFor });
  if (operation.requestBody?.required) {
    const { body: _, ...bare } = first;
    const { pointer } = operation.requestBody;
    yield { draft: bare, expectation: 'invalid', pointer, label: 'without a body' };
  }
  const bodies = new BodyCases(space, random);
  for (const draft of drafts) yield* bodies.from(draft);
}

function* inTurns<TItem>(sources: readonly Generator<TItem>[]): Generator<TItem> {
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
