// Writes the statements of generated decisions: plain conditions and loops, indented as people write them.
import { conjuncts, negated, wrapOperand } from './condition.ts';

/** A statement: a line, the refusal of a value, or a head with a body in braces. */
export type Statement = string | Refusal | Block;

/** Refuses the value when any of the conditions holds. */
export interface Refusal {
  conditions: readonly string[];
}

/** Ends a decision: the value is accepted when all of the conditions hold. */
interface Acceptance {
  all: readonly string[];
}

interface Block {
  head: string;
  body: readonly Statement[];
  otherwise: readonly Statement[];
}

/** Ends a decision: the value is refused. */
export const REFUSE = 'return false;';

/** Ends a decision: nothing refused the value. */
export const ACCEPT = 'return true;';

/** Makes the refusal of a value. */
export function refuse(...conditions: readonly string[]): Refusal {
  return { conditions };
}

/** Makes `if (condition) { body } else { otherwise }`; nothing when both are empty, one refusal where that is all. */
export function when(
  condition: string,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  if (otherwise.length > 0) return block(`if (${condition})`, body, otherwise);
  if (body[0] === REFUSE) return [refuse(condition)];
  const refused = body.length > 0 ? readCondition(body) : undefined;
  if (refused === undefined) return block(`if (${condition})`, body);
  const first = / \|\| | \? /.test(condition) ? `(${condition})` : condition;
  return [refuse(`${first} && ${/ \|\| /.test(refused) ? `(${refused})` : refused}`)];
}

/** Makes `head { body } else { otherwise }`; nothing when both are empty. */
export function block(
  head: string,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  return body.length === 0 && otherwise.length === 0 ? [] : [{ head, body, otherwise }];
}

/** Writes when statements refuse a value, as one expression; undefined where they do more than that. */
export function readCondition(statements: readonly Statement[]): string | undefined {
  if (!statements.every(isRefusal)) return undefined;
  const all = statements.flatMap(({ conditions }) => conditions);
  return all.length === 1 ? all[0] : all.map(grouped).join(' || ');
}

/** Lets a decision that ends with refusals answer the opposite of them. */
export function concluded(statements: readonly Statement[]): (Statement | Acceptance)[] {
  const all = joined(statements);
  const [last, end] = all.slice(-2);
  if (end !== ACCEPT || last === undefined || !isRefusal(last)) return all;
  return [...all.slice(0, -2), { all: last.conditions.flatMap((refused) => conjuncts(negated(refused))) }];
}

function isRefusal(statement: Statement | Acceptance): statement is Refusal {
  return typeof statement === 'object' && 'conditions' in statement;
}

// Brackets separate operators of two kinds.
function grouped(condition: string): string {
  return / && | \? /.test(condition) ? `(${condition})` : condition;
}

/** Joins statements up to the first that refuses without a condition: the following ones are unreachable. */
export function sequence(...parts: readonly (readonly Statement[])[]): Statement[] {
  const all = parts.flat();
  const end = all.indexOf(REFUSE);
  return end < 0 ? all : all.slice(0, end + 1);
}

const WIDTH = 110;

/** Prints statements at an indentation; refusals that follow each other become one. */
export function printStatements(statements: readonly (Statement | Acceptance)[], indent = '  '): string {
  return joined(statements)
    .map((statement) => printStatement(statement, indent))
    .join('');
}

function joined<TStatement extends Statement | Acceptance>(
  statements: readonly TStatement[],
): (TStatement | Refusal)[] {
  const all: (TStatement | Refusal)[] = [];
  for (const statement of statements) {
    const last = all.at(-1);
    if (last !== undefined && isRefusal(last) && isRefusal(statement)) {
      all.splice(-1, 1, refuse(...last.conditions, ...statement.conditions));
    } else all.push(statement);
  }
  return all;
}

function printStatement(statement: Statement | Acceptance, indent: string): string {
  if (typeof statement === 'string') return `${indent}${statement}\n`;
  if (isRefusal(statement)) return printRefusal(statement, indent);
  if ('all' in statement) return printAcceptance(statement, indent);
  const { head, body, otherwise } = statement;
  const inner = `${indent}  `;
  const text = `${indent}${head} {\n${printStatements(body, inner)}${indent}}`;
  const [only, ...others] = otherwise;
  if (only === undefined) return `${text}\n`;
  // A choice inside a choice goes on where that one ends.
  if (typeof only === 'object' && others.length === 0 && !('head' in only && !only.head.startsWith('if '))) {
    return `${text} else ${printStatement(only, indent).slice(indent.length)}`;
  }
  return `${text} else {\n${printStatements(otherwise, inner)}${indent}}\n`;
}

function printRefusal({ conditions }: Refusal, indent: string): string {
  const [only, ...others] = conditions;
  const operands = others.length === 0 ? [only ?? 'false'] : conditions.map(grouped);
  const line = `${indent}if (${operands.join(' || ')}) ${REFUSE}\n`;
  if (line.length <= WIDTH || others.length === 0) return line;
  const lines = printLines(operands, '||', WIDTH - indent.length - 2);
  return `${indent}if (\n${lines.map((one) => `${indent}  ${one}\n`).join('')}${indent}) ${REFUSE}\n`;
}

function printAcceptance({ all }: Acceptance, indent: string): string {
  const operands = all.length === 1 ? all : all.map((one) => wrapOperand(one, ' || '));
  const lines = printLines(operands, '&&', WIDTH - indent.length - 'return '.length - 1);
  return `${indent}return ${lines.join(`\n${indent}  `)};\n`;
}

// Fills lines with operands; each but the first starts with the operator.
function printLines(operands: readonly string[], operator: string, width: number): string[] {
  const lines = [''];
  for (const operand of operands) {
    const last = lines.at(-1) ?? '';
    const next = last === '' ? operand : `${last} ${operator} ${operand}`;
    if (last === '' || next.length <= width) lines.splice(-1, 1, next);
    else lines.push(`${operator} ${operand}`);
  }
  return lines;
}
