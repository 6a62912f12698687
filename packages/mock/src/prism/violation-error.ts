/** The error of a 400 response: Prism sends the first example of the status, which names a field of another request. */

/** Violation of a request, in Prism's `sl-violations` header. */
interface Violation {
  readonly location: readonly string[];
  readonly code: string;
  readonly message: string;
}

interface Problem {
  readonly path: readonly string[];
  readonly isBody: boolean;
  readonly message: string;
}

/** Fields of the contract's `Error` schema that describe one violated rule. */
export interface ViolationError {
  readonly message: string;
  readonly param: string;
}

/** Keywords that only report that an alternative of the schema does not apply. */
const ALTERNATIVE_KEYWORDS = new Set(['anyOf', 'const', 'oneOf']);

/**
 * Reads the fields that violate the contract from Prism's header; undefined without a violation of the request. A request
 * body has alternatives, and each reports its own problems: those that all of them share are the sender's.
 */
export function describeViolations(header: string | undefined): ViolationError | undefined {
  const counts = new Map<string, { problem: Problem; count: number }>();
  for (const problem of readProblems(header)) {
    const key = JSON.stringify([problem.path, problem.message]);
    const counted = counts.get(key) ?? { problem, count: 0 };
    counts.set(key, { problem, count: counted.count + 1 });
  }
  const most = Math.max(...[...counts.values()].map(({ count }) => count));
  const shared = [...counts.values()].filter(({ count }) => count === most).map(({ problem }) => problem);
  const byField = new Map(shared.toReversed().map((problem) => [problem.path.join('.'), problem]));
  const [first] = shared;
  if (first === undefined) return undefined;
  const message = [...byField]
    .reverse()
    .map(([field, problem]) => `${field}: ${problem.message}`)
    .join('; ');
  return { message, param: first.isBody ? `/${first.path.join('/')}` : first.path.join('.') };
}

function readProblems(header: string | undefined): Problem[] {
  if (header === undefined) return [];
  const violations = JSON.parse(header) as readonly Violation[];
  return violations
    .filter(({ location: [side], code }) => side === 'request' && !ALTERNATIVE_KEYWORDS.has(code))
    .map(toProblem);
}

function toProblem({ location: [, part, ...path], message }: Violation): Problem {
  const isBody = part === 'body';
  const missing = /required property '(.+)'$/.exec(message)?.[1];
  if (missing !== undefined) return { path: [...path, missing], isBody, message: 'is required' };
  return { path, isBody, message: /\b(must .*)$/.exec(message)?.[1] ?? message };
}
