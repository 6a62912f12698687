import ts from 'typescript';
import { PROJECT_DEFAULTS } from '../vitest.ts';
import { createValues, type Values } from './values.ts';

/** A line of a test file that lets the speed of the machine decide the outcome. */
export interface RealTime {
  /** Line from 1. */
  readonly line: number;
  readonly message: string;
}

/** The shortest window that a busy machine does not exceed. */
const SHORTEST_MS = 2_000;
/** Names of limits and pauses; not of intervals, which only pace a wait that an event ends. */
const WINDOW =
  /(?:^|[a-z_])timeout(?:_?ms)?$|(?:deadline|delay|grace|patience|pause|prompt|sleep|wait|within)_?ms$/i;
const RUNNERS = new Set(['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const COMPARISON = /^toBe(?:Less|Greater)Than/;
const FAKES_TIME = /\bvi\.useFakeTimers\(/;

type Rule = (node: ts.Node, values: Values) => string | undefined;

/** Finds real timers below two seconds, limits that are not the shared ones, and assertions over measured durations. */
export function findRealTime(path: string, text: string): RealTime[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const values = createValues(file);
  const rules = FAKES_TIME.test(text) ? ANY_TIME : [...ANY_TIME, ...REAL_TIME];
  const found: RealTime[] = [];
  const visit = (node: ts.Node): void => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    for (const rule of rules) {
      const message = rule(node, values);
      if (message !== undefined) found.push({ line, message });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Rejects waits whose limit is one second unless each call names another. */
const findWait: Rule = (node) => {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression.getText();
  if (callee !== 'vi.waitFor' && callee !== 'vi.waitUntil') return undefined;
  return `${callee} gives up after a second; use expect.poll or eventually`;
};

/** Rejects limits of tests and hooks below that of vitest.ts. */
const findOwnLimit: Rule = (node, { compute }) => {
  if (!ts.isCallExpression(node) || !RUNNERS.has(getRoot(node.expression))) return undefined;
  for (const argument of node.arguments) {
    const option = ts.isObjectLiteralExpression(argument)
      ? argument.properties.find((property) => property.name?.getText() === 'timeout')
      : undefined;
    const limit = option !== undefined && ts.isPropertyAssignment(option) ? option.initializer : argument;
    const ms = compute(limit);
    if (ms !== undefined && ms <= PROJECT_DEFAULTS.testTimeout) {
      return `a limit of ${ms} ms is below the shared one; leave it out`;
    }
  }
  return undefined;
};

/** Rejects timers of the platform below two seconds. */
const findTimer: Rule = (node, { compute, sleeps }) => {
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression.getText();
  const argument = getDelay(callee, node.arguments, sleeps);
  const ms = argument && compute(argument);
  if (ms === undefined || ms <= 0 || ms >= SHORTEST_MS) return undefined;
  return `${callee} of ${ms} ms; wait for an event, or pass a clock`;
};

/** Rejects options and constants that are named as a window of time, below two seconds. */
const findWindow: Rule = (node, { compute }) => {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node) && !ts.isBindingElement(node)) {
    return undefined;
  }
  const name = node.name.getText();
  if (node.initializer === undefined || !WINDOW.test(name)) return undefined;
  const ms = compute(node.initializer);
  if (ms === undefined || ms <= 0 || ms >= SHORTEST_MS) return undefined;
  return `${name} of ${ms} ms; use at least ${SHORTEST_MS} ms, with a clock where that takes too long`;
};

/** Rejects comparisons of a time that passed. */
const findDuration: Rule = (node, { isDuration }) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  if (!COMPARISON.test(name.text)) return undefined;
  const subject = findSubject(expression);
  if (subject === undefined || !isDuration(subject)) return undefined;
  return `an assertion over a measured duration; assert an event or pass a clock`;
};

const ANY_TIME = [findWait, findOwnLimit];
const REAL_TIME = [findTimer, findWindow, findDuration];

function getDelay(callee: string, [first, second]: ts.NodeArray<ts.Expression>, sleeps: ReadonlySet<string>) {
  if (callee === 'AbortSignal.timeout' || sleeps.has(callee)) return first;
  return callee === 'setTimeout' ? second : undefined;
}

/** Returns the name that a chain of calls and members begins with, as `test` of `test.for(…)(…)`. */
function getRoot(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return getRoot(node.expression);
  return ts.isIdentifier(node) ? node.text : '';
}

/** Returns the argument of `expect` in a chain such as `expect(…).not`. */
function findSubject(node: ts.Expression): ts.Expression | undefined {
  if (ts.isPropertyAccessExpression(node)) return findSubject(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  return node.expression.getText() === 'expect' ? node.arguments[0] : findSubject(node.expression);
}
