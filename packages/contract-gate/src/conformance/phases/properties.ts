// Draws random bodies and parameters, valid ones and ones with a single violation, and shrinks those that fail.
import { findValueSchema, type JsonValue, type Operation, type Parameter } from '@keyframe/openapi-model';
import fc from 'fast-check';
import type { RunContext } from '../behavior/context.ts';
import { formatValue } from '../format-value.ts';
import { isIgnored, isServerIssued } from '../requests/base-drafts.ts';
import type { Case } from '../requests/case.ts';
import { describeInvalid, explainReadings } from '../requests/describe-variant.ts';
import { bodyMediaType, type Draft, parameterKey, withBodyValue, withParameters } from '../requests/draft.ts';
import {
  formatParameter,
  isWritable,
  listReadings,
  parameterExpectation,
} from '../requests/parameter-cases.ts';
import { survivesEncoding } from '../requests/survives-encoding.ts';
import { type DrawnValue, ValueArbitrary } from '../schema/value-arbitrary.ts';
import type { Session } from '../session/session.ts';
import { type Phase, runConcurrently } from './phase.ts';
import { sendCase, violatesExpectation } from './send-case.ts';

/** The default of valid, and of invalid random requests per operation. */
export const PROPERTY_RUNS = 40;
// Each property is drawn in several sequences, so that a small document uses all workers.
const SEQUENCE = 10;
// Created resources are deleted after each round; workers wait for the last sequence of a round.
const ROUND = 160;
// A parameter is smaller than a body.
const RUNS_PER_PARAMETER = 10;

interface DrawnParameter {
  parameter: Parameter;
  drawn: DrawnValue;
}

interface Drawing {
  numRuns: number;
  seed: number;
}

/** Draws and sends the requests of one property. */
type RunProperty = (drawing: Drawing) => Promise<unknown>;

/** Draws requests for every operation. */
export const runProperties: Phase = async (context) => {
  const { operations, session } = context;
  const runs = session.options.propertyRuns ?? PROPERTY_RUNS;
  const properties = operations.flatMap((operation) => listProperties(context, operation));
  let seed = session.options.seed;
  for (let left = runs; left > 0 && !session.isOver && properties.length > 0; left -= ROUND) {
    const count = Math.ceil(Math.min(left, ROUND) / SEQUENCE);
    const numRuns = Math.min(left, SEQUENCE);
    const sequences = Array.from({ length: count }, (_, part) => seed + part);
    const drawn = sequences.flatMap((own) =>
      properties.map((property) => () => property({ numRuns, seed: own })),
    );
    await runConcurrently(session, drawn, async (draw) => {
      await draw();
    });
    seed += count;
    await context.pool.deleteAll();
  }
};

function listProperties(context: RunContext, operation: Operation): RunProperty[] {
  const [template] = context.plans.working(operation);
  if (!template) return [];
  const drawn = operation.parameters.filter((one) => !isIgnored(one) && findValueSchema(one));
  return [
    ...[true, false].map((isValid) => createBodyProperty(context, operation, isValid)),
    ...drawn.flatMap((parameter) =>
      [true, false].map((isValid) => createParameterProperty(context, { template, parameter, isValid })),
    ),
    createAllParametersProperty(context, template, drawn),
  ];
}

function createBodyProperty(context: RunContext, operation: Operation, isValid: boolean): RunProperty {
  const { session, plans } = context;
  const template = plans.working(operation).find((draft) => bodyMediaType(draft));
  const mediaType = template && bodyMediaType(template);
  if (!template || !mediaType?.schema) return async () => undefined;
  const { schema } = mediaType;
  const pointer = operation.requestBody?.pointer ?? operation.pointer;
  const toCase = (drawn: DrawnValue | undefined) => {
    const isKnown =
      drawn && survivesEncoding(session.requests, mediaType, { ...drawn, isValid: !drawn.rejectedBy });
    if (!isKnown) return undefined;
    const draft = withBodyValue(template, drawn.value);
    const described = describeDrawn(session, drawn, { pointer });
    if (!drawn.rejectedBy) return { draft, twin: template, expectation: 'valid', ...described } as const;
    // The id of an existing resource would replace what makes the body invalid.
    const kept = { body: drawn.rejectedBy.path };
    return { draft, twin: template, expectation: 'invalid', kept, ...described } as const;
  };
  const arbitrary = new ValueArbitrary(session.requests, schema, { isValid });
  return (drawing) => run(context, arbitrary, { ...drawing, toCase });
}

function createParameterProperty(
  context: RunContext,
  { template, parameter, isValid }: { template: Draft; parameter: Parameter; isValid: boolean },
): RunProperty {
  const { session } = context;
  const { requests } = session;
  const schema = findValueSchema(parameter);
  if (!schema) return async () => undefined;
  const toCase = (drawn: DrawnValue | undefined) => {
    if (!drawn || !isWritable(parameter, drawn.value)) return undefined;
    const { value, rejectedBy } = drawn;
    const isValueValid = rejectedBy === undefined;
    const expectation = parameterExpectation(session, parameter, { value, isValid: isValueValid });
    const draft = withParameters(template, [[parameterKey(parameter), value]]);
    const part = { pointer: parameter.pointer, location: formatParameter(parameter) };
    const readings = rejectedBy ? listReadings(parameter, value) : [];
    const violated = explainReadings({ space: requests, schema, readings });
    const described = describeDrawn(session, { value, rejectedBy: violated }, part);
    return expectation && { draft, twin: template, expectation, ...described };
  };
  const arbitrary = new ValueArbitrary(requests, schema, { isValid });
  return ({ numRuns, seed }) =>
    run(context, arbitrary, { seed, numRuns: Math.min(numRuns, RUNS_PER_PARAMETER), toCase });
}

// All parameters together, the optional ones present or absent.
function createAllParametersProperty(
  context: RunContext,
  template: Draft,
  parameters: readonly Parameter[],
): RunProperty {
  const { session } = context;
  const arbitraries = parameters.flatMap((parameter) => {
    const schema = findValueSchema(parameter);
    if (!schema || isServerIssued(parameter, session)) return [];
    const drawn = new ValueArbitrary(session.requests, schema, { isValid: true });
    const value = parameter.required ? drawn : fc.option(drawn, { nil: undefined });
    return [value.map((one) => ({ parameter, drawn: one }))];
  });
  if (arbitraries.length < 2) return async () => undefined;
  const toCase = (all: readonly { parameter: Parameter; drawn: DrawnValue | undefined }[]) => {
    const values = all.flatMap(({ parameter, drawn }): [string, JsonValue | undefined][] => {
      if (!drawn) return parameter.required ? [] : [[parameterKey(parameter), undefined]];
      return isWritable(parameter, drawn.value) ? [[parameterKey(parameter), drawn.value]] : [];
    });
    const draft = withParameters(template, values);
    const sent = all.flatMap(({ parameter, drawn }) => (drawn ? [{ parameter, drawn }] : []));
    return {
      draft,
      twin: template,
      expectation: 'valid',
      ...describeDrawnTogether(context, template.operation, sent),
    } as const;
  };
  return (drawing) => run(context, fc.tuple(...arbitraries), { ...drawing, toCase });
}

// A rejection of several values shows no location; one of a single value does.
function describeDrawnTogether(
  { session }: RunContext,
  { pointer }: Operation,
  sent: readonly DrawnParameter[],
): Pick<Case, 'label' | 'pointer' | 'tested'> {
  const [first] = sent;
  if (first && sent.length === 1) {
    const { parameter, drawn } = first;
    return describeDrawn(session, drawn, {
      pointer: parameter.pointer,
      location: formatParameter(parameter),
    });
  }
  const values = sent.map(
    ({ parameter, drawn }) => `${formatParameter(parameter)} = ${formatValue(drawn.value)}`,
  );
  return { pointer, label: values.length === 0 ? 'no parameters' : values.join(', ') };
}

// Describes a random value by the rule that it violates; a valid one by itself.
function describeDrawn(
  { requests }: Session,
  { value, rejectedBy }: DrawnValue,
  { pointer, location }: { pointer: string; location?: string },
): Pick<Case, 'label' | 'pointer' | 'tested'> {
  // A random body shows less than the bodies that differ from a valid one in one part.
  const tested = location === undefined ? {} : { tested: { location, value } };
  if (!rejectedBy) return { pointer, label: `${location ?? 'the body'} = ${formatValue(value)}`, ...tested };
  const label = describeInvalid(rejectedBy, { label: 'with a random value', whole: location });
  return { pointer: requests.getOrigin(rejectedBy.pointer), label, ...tested };
}

/** Draws and sends requests. The checks report failures; fast-check only searches smaller ones. */
async function run<TDrawn>(
  context: RunContext,
  arbitrary: fc.Arbitrary<TDrawn>,
  { seed, numRuns, toCase }: Drawing & { toCase: (drawn: TDrawn) => Case | undefined },
): Promise<void> {
  const { session } = context;
  const property = fc.asyncProperty(arbitrary, async (drawn) => {
    const one = session.isOver ? undefined : toCase(drawn);
    const exchange = one && (await sendCase(context, one));
    if (!one || !exchange) return true;
    return exchange.violations === 0 && !violatesExpectation(one, exchange);
  });
  await fc.check(property, { seed, numRuns });
}
