// The description of work whose reader is known.
import { formatOperation } from '@keyframe/openapi-model';
import { findCancel, findResult } from './find-result.ts';
import { findCallback, findExpiry, findPreference, findWait } from './find-wait.ts';
import type { MissingFact, Work } from './work.ts';
import { findArguments } from './work-arguments.ts';
import type { StateReader } from './work-readers.ts';
import type { RuleMatch, RuleSearch, WorkRuleDefinition } from './work-rule.ts';

/** Describes the work that a reader reads. */
export function describeWork(match: RuleMatch, rule: WorkRuleDefinition, search: RuleSearch): Work {
  const { reader, start, successes } = search;
  const { target, url: address } = match;
  const { operation, found } = target;
  const sources = findArguments(target, start, { idSource: match.id, reader, returned: search.objects });
  const extraArguments = [...(match.others ?? [])].filter(([name]) => sources.missing.includes(name));
  const linked = extraArguments.map(([name, value]) => {
    const location = operation.parameters.find((parameter) => parameter.name === name)?.location ?? 'path';
    return { name, location, value };
  });
  const missing = sources.missing.filter(
    (name) => address === undefined && !linked.some((argument) => argument.name === name),
  );
  const hasResultAtOnce =
    found.states.state === '$statusCode' && successes.some(({ status }) => status === '202');
  return {
    start,
    preference: findPreference(start, reader),
    accepted: successes.map(({ status }) => status).filter((status) => !hasResultAtOnce || status === '202'),
    reader: operation,
    address: { path: operation.path, arguments: [...sources.found, ...linked], url: address },
    idArguments: [target.id.name],
    isList: match.id?.includes('[*]') ?? false,
    states: found.states,
    result: findResult(target, start, reader),
    cancel: findCancel(target, reader),
    wait: findWait(target, start, reader),
    expiry: findExpiry(target),
    callback: findCallback(start, reader),
    rule: rule.name,
    certainty: rule.certainty,
    evidence: [match.evidence, `state: ${found.evidence}`],
    missing: [
      ...missing.map(
        (name): MissingFact => ({
          fact: 'arguments',
          evidence: `the source of "${name}" of ${formatOperation(operation)}`,
        }),
      ),
      ...listMissingStates(found),
    ],
  };
}

function listMissingStates({ strength, states, path }: StateReader['found']): MissingFact[] {
  const name = path.join('.');
  if (strength === 'open') return [{ fact: 'states', evidence: `the words of "${name}"` }];
  const { success, ended, outcome, errors, isSuccessWithoutError } = states;
  if (ended.length === 0 && success.length === 0)
    return [{ fact: 'states', evidence: `a word of success in "${name}"` }];
  const isUndecided = ended.length > 0 && !outcome && errors.length > 0 && !isSuccessWithoutError;
  return isUndecided
    ? [{ fact: 'outcome', evidence: `the member that shows whether "${ended.join('", "')}" is a failure` }]
    : [];
}
