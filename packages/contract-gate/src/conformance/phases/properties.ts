// Draws bodies by chance, valid ones and ones with a single violation, and makes smaller ones of those that fail.
import type { Operation } from '@keyframe/openapi-model';
import fc from 'fast-check';
import { judgeExpectation } from '../checks/request-checks.ts';
import type { Draft } from '../requests/draft.ts';
import { type DrawnValue, ValueArbitrary } from '../schema/value-arbitrary.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { sendCase } from './send-case.ts';

const RUNS = 40;

/** Draws requests for every operation with a body. */
export const runProperties: Phase = async (context) => {
  const { operations, session } = context;
  const runs = session.options.propertyRuns ?? RUNS;
  const tasks = operations.flatMap((operation) => [true, false].map((isValid) => ({ operation, isValid })));
  let seed = session.options.seed;
  for (let left = runs; left > 0 && !session.isOver; left -= RUNS) {
    const numRuns = Math.min(left, RUNS);
    await inLanes(session, tasks, (task) =>
      checkOperation(context, task.operation, { ...task, numRuns, seed }),
    );
    seed += 1;
    await context.pool.deleteAll();
  }
};

interface Drawing {
  isValid: boolean;
  numRuns: number;
  seed: number;
}

async function checkOperation(context: PhaseContext, operation: Operation, drawing: Drawing): Promise<void> {
  const { session, plans } = context;
  const template = plans.working(operation).find(({ body }) => body && 'mediaType' in body);
  const mediaType = template?.body && 'mediaType' in template.body ? template.body.mediaType : undefined;
  if (!template || !mediaType?.schema) return;
  const arbitrary = new ValueArbitrary(session.requests, mediaType.schema, drawing);
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    if (!drawn || session.isOver) return true;
    return await holds(context, { ...template, body: { mediaType, value: drawn.value } }, drawn);
  });
  const { seed, numRuns } = drawing;
  await fc.check(property, { seed, numRuns, interruptAfterTimeLimit: Math.max(session.remainingMs, 0) });
}

// A failure is noted where it is found; fast-check only looks for a smaller one.
async function holds(context: PhaseContext, draft: Draft, { refusedBy }: DrawnValue): Promise<boolean> {
  const expectation = refusedBy === undefined ? 'valid' : 'invalid';
  const pointer = refusedBy ?? draft.operation.requestBody?.pointer ?? draft.operation.pointer;
  const one = { draft, expectation, pointer, label: 'drawn by chance' } as const;
  const exchange = await sendCase(context, one);
  return !exchange || (exchange.violations === 0 && judgeExpectation(exchange.response, one).length === 0);
}
