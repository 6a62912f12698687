// What the service owes to an attacker.
import { judgeOperation, judgeOutside } from './contract-judge.ts';
import type { HostileRequest } from './frame.ts';
import type { WireAnswer } from './http-answers.ts';

/** Words of stacks and of what the server is made of, which are nobody's business. */
const BANNERS = ['server', 'x-powered-by', 'via'];
const STACK = /node_modules|\\n +at |\.ts:\d/;

/** Lists how an answer departs from the contract, or tells what an answer of the service must not. */
export function judgeAnswer(
  { scope, method }: Pick<HostileRequest, 'scope' | 'method'>,
  answer: WireAnswer,
): string[] {
  const { status, headers, body } = answer;
  const problems = BANNERS.filter((name) => headers.has(name)).map((name) => `it tells its ${name}`);
  if (status >= 500) problems.push(`${status} is the server's own failure`);
  if (status >= 400 && STACK.test(body.toString())) problems.push('it shows a stack');
  if (method === 'HEAD') return problems;
  return [...problems, ...judgeScope(scope, answer)];
}

function judgeScope(scope: HostileRequest['scope'], answer: WireAnswer): string[] {
  switch (scope) {
    case 'createVideoGeneration':
    case 'getTask':
      return judgeOperation(scope, answer);
    case 'either':
      return bestOf(answer);
    case 'anything':
      // Pages, links and probes are no part of the contract; what they refuse is refused as everywhere.
      return answer.status < 400 || answer.status === 410 ? [] : bestOf(answer);
  }
}

function bestOf(answer: WireAnswer): string[] {
  const verdicts = [
    judgeOutside(answer),
    judgeOperation('createVideoGeneration', answer),
    judgeOperation('getTask', answer),
  ];
  return verdicts.some((problems) => problems.length === 0) ? [] : (verdicts[0] ?? []);
}
