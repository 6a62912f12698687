// Requirements for responses to an attacker.
import { checkOperation, checkOutside } from './contract-checker.ts';
import type { HostileRequest } from './frame.ts';
import type { WireResponse } from './http-responses.ts';

/** Words of stacks and of what the server is made of, which are nobody's business. */
const BANNERS = ['server', 'x-powered-by', 'via'];
const STACK = /node_modules|\\n +at |\.ts:\d/;

/** Lists how a response violates the contract, or discloses what it must not. */
export function checkResponse(
  { scope, method }: Pick<HostileRequest, 'scope' | 'method'>,
  answer: WireResponse,
): string[] {
  const { status, headers, body } = answer;
  const problems = BANNERS.filter((name) => headers.has(name)).map((name) => `it reveals its ${name}`);
  if (status >= 500) problems.push(`${status} is the server's own failure`);
  if (status >= 400 && STACK.test(body.toString())) problems.push('it shows a stack');
  if (method === 'HEAD') return problems;
  return [...problems, ...checkScope(scope, answer)];
}

function checkScope(scope: HostileRequest['scope'], answer: WireResponse): string[] {
  switch (scope) {
    case 'createVideoGeneration':
    case 'getTask':
      return checkOperation(scope, answer);
    case 'either':
      return findBest(answer);
    case 'anything':
      // Pages, links and probes are no part of the contract; what they refuse is refused as everywhere.
      return answer.status < 400 || answer.status === 410 ? [] : findBest(answer);
  }
}

function findBest(answer: WireResponse): string[] {
  const results = [
    checkOutside(answer),
    checkOperation('createVideoGeneration', answer),
    checkOperation('getTask', answer),
  ];
  return results.some((problems) => problems.length === 0) ? [] : (results[0] ?? []);
}
