// Completes or replaces derived work by the members of `x-async`.
import type { WorkArgument, WorkStates } from '@keyframe/openapi-runtime/work';
import { findSuccessSchema } from '../document/operation-schemas.ts';
import { describeWork } from './describe-work.ts';
import { NO_STATE } from './find-state.ts';
import type { MissingFact, Work, WorkCall } from './work.ts';
import type { AnnotatedCall, AnnotatedWords, WorkAnnotation } from './work-annotation.ts';
import { findIdMember, responseExpression } from './work-arguments.ts';
import { findCollectionName, findPlace, readState } from './work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from './work-rule.ts';

const ANNOTATION: WorkRuleDefinition = { name: 'annotation', certainty: 'certain', find: () => undefined };

/** Applies `x-async` to the work of a start; undefined if no operation reads it. */
export function annotateWork(
  annotation: WorkAnnotation,
  { derived, search }: { derived: Work | undefined; search: RuleSearch },
): Work | undefined {
  const match = annotation.reader || !derived ? findAnnotatedReader(annotation, search) : undefined;
  const base = match ? describeWork(match, ANNOTATION, search) : derived;
  if (!base) return undefined;
  const { result, cancel, everyMs, expiry, url } = annotation;
  const arguments_ = base.address.arguments.map((argument) => override(argument, annotation));
  const added = [...annotation.parameters].filter(
    ([name]) => !arguments_.some((argument) => argument.name === name),
  );
  const all = [...arguments_, ...added.map(([name, value]) => locate(name, value, base))];
  const states = annotateStates(base.states, annotation);
  return {
    ...base,
    address: { ...base.address, arguments: all, url: url ?? base.address.url },
    isList: all.some(({ value }) => value.includes('[*]')),
    states,
    result: result === undefined ? base.result : annotateResult(result, base),
    cancel: cancel ? annotateCall(cancel, base) : base.cancel,
    wait: { ...base.wait, everyMs: everyMs ?? base.wait.everyMs },
    expiry: expiry ?? base.expiry,
    rule: 'annotation',
    certainty: 'certain',
    evidence: ['x-async', ...base.evidence],
    missing: base.missing.filter((fact) =>
      isStillMissing(fact, { annotation, states, url: url ?? base.address.url }),
    ),
  };
}

function findAnnotatedReader(annotation: WorkAnnotation, search: RuleSearch): RuleMatch | undefined {
  const { reader, objects, start } = search;
  const operation = annotation.reader ?? findBeside(search);
  const place = operation && findPlace(operation, reader);
  if (!operation || !place || operation === start) return undefined;
  const schema = findSuccessSchema(operation, reader);
  const open = {
    ...NO_STATE,
    states: { ...NO_STATE.states, state: annotation.state ?? NO_STATE.states.state },
  };
  const state = readState(operation, schema, reader) ?? open;
  const collection = findCollectionName(place.itemPath);
  const target = { operation, ...place, collection, schema, found: state, isOfWork: true };
  const member = findIdMember(target, objects, reader);
  const id = annotation.parameters.get(target.id.name) ?? (member && responseExpression(member));
  return { target, id, url: annotation.url, evidence: `reader ${operation.id}` };
}

// GET at the path of the start with an id.
function findBeside({ start, reader }: RuleSearch) {
  const pattern = `${start.resourcePath}/{`;
  return reader.model.operations.find(
    ({ method, resourcePath }) =>
      method === 'get' &&
      resourcePath.startsWith(pattern) &&
      !resourcePath.slice(pattern.length).includes('/'),
  );
}

function override(argument: WorkArgument, { parameters }: WorkAnnotation): WorkArgument {
  return { ...argument, value: parameters.get(argument.name) ?? argument.value };
}

function locate(name: string, value: string, { reader }: Work): WorkArgument {
  const [, location, member = ''] = /^(path|query|header|cookie|body)\.(.+)$/.exec(name) ?? [];
  if (location) return { location: location as WorkArgument['location'], name: member, value };
  return { location: reader.parameters.find((one) => one.name === name)?.location ?? 'body', name, value };
}

function annotateStates(states: WorkStates, annotation: WorkAnnotation): WorkStates {
  const { state, waiting, success, failure, cancelled, errors } = annotation;
  const isOther = state !== undefined && state !== states.state;
  const base: WorkStates = isOther ? { ...states, ...NO_STATE.states, state, outcome: undefined } : states;
  const words = {
    waiting: selectWords(waiting, base.waiting),
    success: selectWords(success, base.success),
    failure: selectWords(failure, base.failure),
    cancelled: selectWords(cancelled, base.cancelled),
  };
  const classified = new Set(Object.values(words).flat());
  return {
    ...base,
    ...words,
    ended: base.ended.filter((word) => !classified.has(word)),
    outcome: readOutcome(annotation) ?? base.outcome,
    errors: errors ?? base.errors,
    isSuccessWithoutError: errors ? errors.length > 0 : base.isSuccessWithoutError,
  };
}

function selectWords(annotated: AnnotatedWords | undefined, derived: readonly string[]): readonly string[] {
  if (!annotated) return derived;
  return annotated.expression === undefined ? annotated.words : [];
}

function readOutcome({
  success,
  failure,
  cancelled,
}: Pick<WorkAnnotation, 'cancelled' | 'failure' | 'success'>): WorkStates['outcome'] {
  const elsewhere = [success, failure, cancelled].find((outcome) => outcome?.expression !== undefined);
  if (elsewhere?.expression === undefined) return undefined;
  const words = (outcome: AnnotatedWords | undefined) =>
    (outcome?.expression === elsewhere.expression ? outcome?.words : undefined) ?? [];
  return {
    state: elsewhere.expression ?? '',
    success: words(success),
    failure: words(failure),
    cancelled: words(cancelled),
  };
}

function annotateResult(result: NonNullable<WorkAnnotation['result']>, work: Work): Work['result'] {
  if ('operation' in result) return { kind: 'operation', call: annotateCall(result, work) };
  return { kind: 'members', members: result };
}

// Parameters of the same names are those of the reader.
function annotateCall({ operation, parameters }: AnnotatedCall, work: Work): WorkCall {
  const annotated = [...parameters].map(([name, value]) =>
    locate(name, value, { ...work, reader: operation }),
  );
  const inherited = operation.parameters
    .filter((parameter) => parameter.required && !annotated.some(({ name }) => name === parameter.name))
    .map(({ name, location }) => {
      const source = work.reader.parameters.find((parameter) => parameter.name === name);
      const [id = ''] = work.idArguments;
      const idLocation =
        work.reader.parameters.find((parameter) => parameter.name === id)?.location ?? 'path';
      return {
        location,
        name,
        value: source ? `$request.${source.location}.${name}` : `$request.${idLocation}.${id}`,
      };
    });
  return { operation, arguments: [...annotated, ...inherited] };
}

function isStillMissing(
  { fact, evidence }: MissingFact,
  { annotation, states, url }: { annotation: WorkAnnotation; states: WorkStates; url: string | undefined },
): boolean {
  if (fact === 'states') return states.success.length + states.ended.length === 0 && !states.outcome;
  if (fact === 'outcome') return !annotation.errors && !states.outcome && states.success.length === 0;
  if (fact === 'arguments')
    return (
      url === undefined && ![...annotation.parameters.keys()].some((name) => evidence.includes(`"${name}"`))
    );
  return true;
}
