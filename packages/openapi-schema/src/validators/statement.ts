// Statements of generated decisions: plain conditions and loops, indented as people write them.
import { type Code, print, separate } from '@keyframe/openapi-codegen';
import { and, type Expression, expressionCode, FALSE, negate, operandCode, or } from './expression.ts';

/** A statement: a line, the refusal of a value, a choice, or a loop. */
export type Statement = string | readonly Code[] | Refusal | Choice | Loop;

/** Refuses the value when any of the conditions holds. */
export interface Refusal {
  conditions: readonly Expression[];
}

/** Ends a decision: the value is accepted when all of the conditions hold. */
interface Acceptance {
  all: readonly Expression[];
}

interface Choice {
  condition: Expression;
  body: readonly Statement[];
  otherwise: readonly Statement[];
}

interface Loop {
  head: Code;
  body: readonly Statement[];
}

/** A statement of a complete decision. */
export type Conclusion = Statement | Acceptance;

/** Ends a decision: the value is refused. */
export const REFUSE = 'return false;';

/** Ends a decision: nothing refused the value. */
export const ACCEPT = 'return true;';

/** Makes the refusal of a value. */
export function refuse(...conditions: readonly Expression[]): Refusal {
  return { conditions };
}

/** Makes `if (condition) { body } else { otherwise }`; nothing when both are empty, one refusal where that is all. */
export function when(
  condition: Expression,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  if (otherwise.length > 0) return [{ condition, body, otherwise }];
  if (body.length === 0) return [];
  if (body[0] === REFUSE) return [refuse(condition)];
  const refused = readCondition(body);
  return [refused === undefined ? { condition, body, otherwise } : refuse(and(condition, refused))];
}

/** Makes `head { body }`; nothing when the body is empty. */
export function loop(head: Code, body: readonly Statement[]): Statement[] {
  return body.length === 0 ? [] : [{ head, body }];
}

/** Reads when statements refuse a value, as one condition; undefined where they do more than that. */
export function readCondition(statements: readonly Statement[]): Expression | undefined {
  return statements.every(isRefusal) ? or(...statements.flatMap(({ conditions }) => conditions)) : undefined;
}

/** Lets a decision that ends with refusals return the opposite of them. */
export function concluded(statements: readonly Statement[]): Conclusion[] {
  const all = joined(statements);
  const [last, end] = all.slice(-2);
  if (end !== ACCEPT || last === undefined || !isRefusal(last)) return all;
  const accepted = last.conditions.map(negate);
  return [
    ...all.slice(0, -2),
    { all: accepted.flatMap((condition) => (condition.kind === 'and' ? condition.operands : [condition])) },
  ];
}

/** Reports whether a statement ends a decision without a condition. */
export function isEnd(statement: Conclusion | undefined): boolean {
  return statement === ACCEPT || statement === REFUSE;
}

/** Reports whether a statement ends a decision by conditions. */
export function isAcceptance(statement: Conclusion | undefined): statement is Acceptance {
  return typeof statement === 'object' && 'all' in statement;
}

function isRefusal(statement: Conclusion): statement is Refusal {
  return typeof statement === 'object' && 'conditions' in statement;
}

/** Joins statements up to the first that refuses without a condition: the following ones are unreachable. */
export function sequence(...blocks: readonly (readonly Statement[])[]): Statement[] {
  const all = blocks.flat();
  const end = all.indexOf(REFUSE);
  return end < 0 ? all : all.slice(0, end + 1);
}

const WIDTH = 110;

/** Writes statements at an indentation; refusals that follow each other become one. */
export function statementsCode(statements: readonly Conclusion[], indent = '  '): Code[] {
  return joined(statements).map((statement) => [indent, ...statementCode(statement, indent)]);
}

function joined<TStatement extends Conclusion>(statements: readonly TStatement[]): (TStatement | Refusal)[] {
  const all: (TStatement | Refusal)[] = [];
  for (const statement of statements) {
    const last = all.at(-1);
    if (last !== undefined && isRefusal(last) && isRefusal(statement)) {
      all.splice(-1, 1, refuse(...last.conditions, ...statement.conditions));
    } else all.push(statement);
  }
  return all;
}

// The indentation of the first line is written.
function statementCode(statement: Conclusion, indent: string): Code[] {
  if (typeof statement === 'string') return [statement, '\n'];
  if (isRefusal(statement)) return refusalCode(statement, indent);
  if (isAcceptance(statement)) {
    const width = WIDTH - `${indent}return ;`.length;
    return ['return ', ...acceptanceCode(statement, `${indent}  `, width), ';\n'];
  }
  if ('head' in statement) return [statement.head, ...bodyCode(statement.body, indent), '\n'];
  if (!('condition' in statement)) return [...statement, '\n'];
  const { condition, body, otherwise } = statement;
  const code: Code[] = ['if (', expressionCode(condition), ')', ...bodyCode(body, indent)];
  const [only, ...otherStatements] = otherwise;
  if (only === undefined) return [...code, '\n'];
  // A choice inside a choice goes on where that one ends.
  const goesOn =
    otherStatements.length === 0 && typeof only === 'object' && ('condition' in only || 'conditions' in only);
  if (goesOn) return [...code, ' else ', ...statementCode(only, indent)];
  return [...code, ' else', ...bodyCode(otherwise, indent), '\n'];
}

function bodyCode(statements: readonly Statement[], indent: string): Code[] {
  return [' {\n', ...statementsCode(statements, `${indent}  `), `${indent}}`];
}

function refusalCode({ conditions }: Refusal, indent: string): Code[] {
  const operands = writeOperands(conditions, 'or');
  const line = separate(operands, ' || ');
  const length = `${indent}if () ${REFUSE}\n`.length + print(line).length;
  if (length <= WIDTH || operands.length === 1) return ['if (', ...line, `) ${REFUSE}\n`];
  const lineIndent = `${indent}  `;
  const lines = fillLines(operands, '||', { width: WIDTH - lineIndent.length, indent: lineIndent });
  return [`if (\n${lineIndent}`, ...lines, `\n${indent}) ${REFUSE}\n`];
}

/** Writes what a decision returns, with further lines at an indentation. */
export function acceptanceCode({ all }: Acceptance, indent: string, width: number): Code[] {
  return fillLines(writeOperands(all, 'and'), '&&', { width, indent });
}

function writeOperands(conditions: readonly Expression[], kind: 'and' | 'or'): Code[] {
  const [first = FALSE, ...otherConditions] = conditions;
  if (otherConditions.length === 0) return [expressionCode(first)];
  return conditions.map((condition) => operandCode(condition, kind));
}

// Fills lines with operands; each but the first starts with the operator.
function fillLines(
  operands: readonly Code[],
  operator: string,
  { width, indent }: { width: number; indent: string },
): Code[] {
  const codes: Code[] = [];
  let column = 0;
  for (const operand of operands) {
    const { length } = print(operand);
    const next = `${operator} `.length + length;
    if (codes.length === 0) {
      codes.push(operand);
      column = length;
    } else if (column + 1 + next <= width) {
      codes.push(` ${operator} `, operand);
      column += 1 + next;
    } else {
      codes.push(`\n${indent}${operator} `, operand);
      column = next;
    }
  }
  return codes;
}
