// Draws bodies and parameters by chance, valid ones and ones with a single violation, and makes smaller ones of those
// that fail.
import type { JsonValue, Operation, Parameter } from '@keyframe/openapi-model';
import fc from 'fast-check';
import { judgeExpectation } from '../checks/request-checks.ts';
import { isIgnored, isIssued } from '../requests/base-drafts.ts';
import { isVisible } from '../requests/body-cases.ts';
import type { Case } from '../requests/case.ts';
import { type Draft, parameterKey, withParameters } from '../requests/draft.ts';
import { expectationOf, isWritable, schemaOf } from '../requests/parameter-cases.ts';
import { type DrawnValue, ValueArbitrary } from '../schema/value-arbitrary.ts';
import { inLanes, type Phase, type PhaseContext } from './phase.ts';
import { sendCase } from './send-case.ts';

const RUNS = 40;
// The runs of one check are drawn in sequences of their own, so that those of a small document have several lanes.
const SEQUENCE = 10;
// What was made is deleted after each round; until its last sequence ends, the other lanes have nothing to do.
const ROUND = 160;
// A parameter is smaller than a body.
const RUNS_PER_PARAMETER = 10;

interface Drawing {
  numRuns: number;
  seed: number;
}

/** Draws what one property is about; false where the response broke it. */
type Check = (drawing: Drawing) => Promise<unknown>;

/** Draws requests for every operation. */
export const runProperties: Phase = async (context) => {
  const { operations, session } = context;
  const runs = session.options.propertyRuns ?? RUNS;
  const checks = operations.flatMap((operation) => checksOf(context, operation));
  let seed = session.options.seed;
  for (let left = runs; left > 0 && !session.isOver && checks.length > 0; left -= ROUND) {
    const count = Math.ceil(Math.min(left, ROUND) / SEQUENCE);
    const numRuns = Math.min(left, SEQUENCE);
    const sequences = Array.from({ length: count }, (_, part) => seed + part);
    const drawn = sequences.flatMap((own) => checks.map((check) => () => check({ numRuns, seed: own })));
    await inLanes(session, drawn, async (draw) => {
      await draw();
    });
    seed += count;
    await context.pool.deleteAll();
  }
};

function checksOf(context: PhaseContext, operation: Operation): Check[] {
  const [template] = context.plans.working(operation);
  if (!template) return [];
  const drawn = operation.parameters.filter((one) => !isIgnored(one) && schemaOf(one));
  return [
    ...[true, false].map((isValid) => bodyCheck(context, operation, isValid)),
    ...drawn.flatMap((parameter) =>
      [true, false].map((isValid) => parameterCheck(context, { template, parameter, isValid })),
    ),
    allParametersCheck(context, template, drawn),
  ];
}

function bodyCheck(context: PhaseContext, operation: Operation, isValid: boolean): Check {
  const { session, plans } = context;
  const template = plans.working(operation).find(({ body }) => body && 'mediaType' in body);
  const mediaType = template?.body && 'mediaType' in template.body ? template.body.mediaType : undefined;
  if (!template || !mediaType?.schema) return async () => undefined;
  const { schema } = mediaType;
  const pointer = operation.requestBody?.pointer ?? operation.pointer;
  const toCase = (drawn: DrawnValue | undefined) => {
    const isKnown = drawn && isVisible(session.requests, mediaType, { ...drawn, isValid: !drawn.refusedBy });
    if (!isKnown) return undefined;
    const draft = { ...template, body: { mediaType, value: drawn.value } };
    return caseOf(draft, drawn.refusedBy === undefined ? 'valid' : 'invalid', drawn.refusedBy ?? pointer);
  };
  const arbitrary = new ValueArbitrary(session.requests, schema, { isValid });
  return (drawing) => run(context, arbitrary, { ...drawing, toCase });
}

function parameterCheck(
  context: PhaseContext,
  { template, parameter, isValid }: { template: Draft; parameter: Parameter; isValid: boolean },
): Check {
  const { requests } = context.session;
  const schema = schemaOf(parameter);
  if (!schema) return async () => undefined;
  const toCase = (drawn: DrawnValue | undefined) => {
    if (!drawn || !isWritable(parameter, drawn.value)) return undefined;
    const { value, refusedBy } = drawn;
    const expectation = expectationOf(requests, parameter, { value, isValid: refusedBy === undefined });
    const draft = withParameters(template, [[parameterKey(parameter), value]]);
    return expectation && caseOf(draft, expectation, refusedBy ?? parameter.pointer);
  };
  const arbitrary = new ValueArbitrary(requests, schema, { isValid });
  return ({ numRuns, seed }) =>
    run(context, arbitrary, { seed, numRuns: Math.min(numRuns, RUNS_PER_PARAMETER), toCase });
}

// Valid ones together, each of the optional ones there or not.
function allParametersCheck(context: PhaseContext, template: Draft, parameters: readonly Parameter[]): Check {
  const { requests } = context.session;
  const arbitraries = parameters.flatMap((parameter) => {
    const schema = schemaOf(parameter);
    if (!schema || isIssued(parameter)) return [];
    const drawn = new ValueArbitrary(requests, schema, { isValid: true });
    const value = parameter.required ? drawn : fc.option(drawn, { nil: undefined });
    return [value.map((one) => ({ parameter, drawn: one }))];
  });
  if (arbitraries.length < 2) return async () => undefined;
  type Drawn = { parameter: Parameter; drawn: DrawnValue | undefined };
  const toCase = (all: readonly Drawn[]) => {
    const values = all.flatMap(({ parameter, drawn }): [string, JsonValue | undefined][] => {
      if (!drawn) return parameter.required ? [] : [[parameterKey(parameter), undefined]];
      return isWritable(parameter, drawn.value) ? [[parameterKey(parameter), drawn.value]] : [];
    });
    return caseOf(withParameters(template, values), 'valid', template.operation.pointer);
  };
  return (drawing) => run(context, fc.tuple(...arbitraries), { ...drawing, toCase });
}

function caseOf(draft: Draft, expectation: Case['expectation'], pointer: string): Case {
  return { draft, expectation, pointer, label: 'drawn by chance' };
}

/** Draws, sends and judges. A failure is noted where it is found; fast-check only looks for a smaller one. */
async function run<TDrawn>(
  context: PhaseContext,
  arbitrary: fc.Arbitrary<TDrawn>,
  { seed, numRuns, toCase }: Drawing & { toCase: (drawn: TDrawn) => Case | undefined },
): Promise<void> {
  const { session } = context;
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    const one = session.isOver ? undefined : toCase(drawn);
    const exchange = one && (await sendCase(context, one));
    if (!one || !exchange) return true;
    return exchange.violations === 0 && judgeExpectation(exchange.response, one).length === 0;
  });
  await fc.check(property, { seed, numRuns });
}
