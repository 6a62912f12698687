import type { StateCheck, StateViolation } from '../behavior/state-check.ts';
import { formatWords, type ObservedWork, rateWork } from '../behavior/work-observations.ts';
import { evaluateExpression } from '../resources/evaluate-expression.ts';
import { isSuccess } from '../session/session.ts';

export const workResultUnreadable: StateCheck<ObservedWork> = {
  id: 'work-result-unreadable',
  title: 'Work that has succeeded has no result',
  explanation:
    'After a success, the operation that returns the result fails, or the members of the last representation that hold the result are missing or null. Clients read the result once, at the end of the work.',
  basis: 'promise',
  run({ started: { work }, readings, result }) {
    const end = readings.at(-1);
    if (end?.phase !== 'success') return [];
    if (result && work.result.kind === 'operation') {
      if (isSuccess(result)) return [];
      const { status } = result.response;
      const message = `The result of work that is ${end.word} returned ${status}.`;
      return [
        {
          operation: work.result.call.operation,
          exchange: result,
          message,
          expected: '2xx',
          received: `${status}`,
          basis: rateWork(work),
        },
      ];
    }
    if (work.result.kind !== 'members') return [];
    const { members } = work.result;
    const isThere = (value: unknown) => value !== undefined && value !== null && value !== '';
    if (members.some((member) => isThere(evaluateExpression(member, end.exchange)))) return [];
    const violation: StateViolation = {
      operation: work.reader,
      exchange: end.exchange,
      message: `Work that is ${end.word} has no ${members.join(', ')}.`,
      expected: members.join(' or '),
      received: formatWords([end]),
      // The names of members say which of them are results.
      basis: work.rule === 'annotation' ? rateWork(work) : 'convention',
    };
    return [violation];
  },
};
