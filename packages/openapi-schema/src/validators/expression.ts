// Conditions of generated decisions, as trees: their kinds decide how they are negated, and where they need brackets.
import { type Code, separate } from '@keyframe/openapi-codegen';

/** A condition of generated code. */
export type Expression = Call | Comparison | Junction | Negation | Term;

interface Term {
  kind: 'term';
  code: Code;
}

interface Call {
  kind: 'call';
  callee: Code;
  args: readonly Code[];
}

interface Comparison {
  kind: 'comparison';
  left: Code;
  operator: Operator;
  right: Code;
}

interface Junction {
  kind: 'and' | 'or';
  operands: readonly Expression[];
}

interface Negation {
  kind: 'not';
  operand: Expression;
}

type Operator = keyof typeof OPPOSITES;

const OPPOSITES = {
  '===': '!==',
  '!==': '===',
  // Both sides are numbers that JSON can hold: there is no NaN.
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
} as const;

export const TRUE: Expression = term('true');
export const FALSE: Expression = term('false');

/** Creates a condition that is a variable. */
export function term(code: Code): Expression {
  return { kind: 'term', code };
}

/** Creates the call of a predicate; a method is a list of its object and its name. */
export function call(callee: Code, ...args: readonly Code[]): Expression {
  return { kind: 'call', callee, args };
}

/** Creates a comparison. */
export function compare(left: Code, operator: Operator, right: Code): Expression {
  return { kind: 'comparison', left, operator, right };
}

/** Creates a condition that holds where all of these hold. */
export function and(...operands: readonly Expression[]): Expression {
  return join('and', operands);
}

/** Creates a condition that holds where any of these holds. */
export function or(...operands: readonly Expression[]): Expression {
  return join('or', operands);
}

/** Creates a condition with `!` before it. */
export function not(operand: Expression): Expression {
  return { kind: 'not', operand };
}

/** Creates the opposite of a condition, without `!` where another operator expresses it. */
export function negate(expression: Expression): Expression {
  switch (expression.kind) {
    case 'not':
      return expression.operand;
    case 'comparison':
      return { ...expression, operator: OPPOSITES[expression.operator] };
    case 'and':
      return or(...expression.operands.map(negate));
    case 'or':
      return and(...expression.operands.map(negate));
    default:
      return not(expression);
  }
}

/** Writes a condition. */
export function expressionCode(expression: Expression): Code {
  switch (expression.kind) {
    case 'term':
      return expression.code;
    case 'call':
      return [expression.callee, '(', ...separate(expression.args, ', '), ')'];
    case 'comparison':
      return [expression.left, ` ${expression.operator} `, expression.right];
    case 'not': {
      const { kind } = expression.operand;
      const code = expressionCode(expression.operand);
      return ['!', ...(kind === 'call' || kind === 'term' ? [code] : ['(', code, ')'])];
    }
    default: {
      const operands = expression.operands.map((operand) => operandCode(operand, expression.kind));
      return separate(operands, expression.kind === 'and' ? ' && ' : ' || ');
    }
  }
}

/** Writes a condition between operators of a kind, in brackets if it consists of operands of the other kind. */
export function operandCode(operand: Expression, kind: 'and' | 'or'): Code {
  const code = expressionCode(operand);
  return operand.kind === (kind === 'and' ? 'or' : 'and') ? ['(', code, ')'] : code;
}

/** Finds the predicate whose refusal of a variable is all of a condition: `isA` of `!isA(v)`. */
export function findPredicate(refused: Expression, variable: string): Code | undefined {
  if (refused.kind !== 'not' || refused.operand.kind !== 'call') return undefined;
  const { callee, args } = refused.operand;
  // A method needs its object.
  const isMethod = Array.isArray(callee);
  return !isMethod && args.length === 1 && args[0] === variable ? callee : undefined;
}

function join(kind: 'and' | 'or', conditions: readonly Expression[]): Expression {
  const operands = conditions.flatMap((operand) => (operand.kind === kind ? operand.operands : [operand]));
  const [first, ...otherOperands] = operands;
  if (first === undefined) return kind === 'and' ? TRUE : FALSE;
  return otherOperands.length === 0 ? first : { kind, operands };
}
