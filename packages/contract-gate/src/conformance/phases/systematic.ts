// Tests every keyword of parameters and bodies with valid and invalid values.
import type { Operation } from '@keyframe/openapi-model';
import type { RunContext } from '../behavior/context.ts';
import { createRandom } from '../random.ts';
import { BodyCases } from '../requests/body-cases.ts';
import type { Case } from '../requests/case.ts';
import { parameterCases } from '../requests/parameter-cases.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { sendCase } from './send-case.ts';

/** Sends the cases of all operations in turn. */
export const runSystematic: Phase = async (context) => {
  const { operations, session } = context;
  const cases = interleave(operations.map((operation) => listCases(context, operation)));
  await runConcurrently(session, cases, async (one) => {
    await sendCase(context, one);
  });
};

function* listCases({ session, plans }: RunContext, operation: Operation): Generator<Case> {
  const drafts = plans.working(operation);
  const [first] = drafts;
  if (!first) return;
  const { requests: space, options } = session;
  const random = createRandom(options.seed);
  yield* parameterCases(first, {
    space,
    random,
    conventions: session.conventions,
    findValue: plans.buildParameterValue,
  });
  if (operation.requestBody?.required) {
    const { body: _, ...bare } = first;
    const { pointer } = operation.requestBody;
    yield { draft: bare, expectation: 'invalid', pointer, label: 'no body' };
  }
  const bodies = new BodyCases(space, random);
  for (const draft of drafts) yield* bodies.list(draft);
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
