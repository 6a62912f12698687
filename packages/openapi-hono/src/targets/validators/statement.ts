// Writes the statements of generated decisions: plain conditions and loops, indented as people write them.

/** A statement: a line, or a head with a body in braces. */
export type Statement = string | Block;

interface Block {
  head: string;
  body: readonly Statement[];
  otherwise: readonly Statement[];
}

/** Ends a decision: the value is refused. */
export const REFUSE = 'return false;';

/** Makes `head { body } else { otherwise }`; nothing when both are empty. */
export function block(
  head: string,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): Statement[] {
  if (body.length === 0 && otherwise.length === 0) return [];
  if (body.length === 1 && otherwise.length === 0 && body[0] === REFUSE) return [`${head} ${REFUSE}`];
  return [{ head, body, otherwise }];
}

/** Joins statements up to the first that refuses without a condition: what follows can't be reached. */
export function sequence(...parts: readonly (readonly Statement[])[]): Statement[] {
  const all = parts.flat();
  const end = all.indexOf(REFUSE);
  return end < 0 ? all : all.slice(0, end + 1);
}

const WIDTH = 110;

/** Prints statements at an indentation; refusals that follow each other become one, as far as a line goes. */
export function printStatements(statements: readonly Statement[], indent = '  '): string {
  return joined(statements, WIDTH - indent.length)
    .map((statement) => printStatement(statement, indent))
    .join('');
}

function joined(statements: readonly Statement[], width: number): Statement[] {
  const all: Statement[] = [];
  for (const statement of statements) {
    const [last, next] = [refusalOf(all.at(-1)), refusalOf(statement)];
    const both = last && next && `if (${last} || ${next}) ${REFUSE}`;
    if (both && both.length <= width) all.splice(-1, 1, both);
    else all.push(statement);
  }
  return all;
}

// The condition of a refusal, unless it is hard to read beside another one.
function refusalOf(statement: Statement | undefined): string | undefined {
  if (typeof statement !== 'string') return undefined;
  const condition = /^if \((?<condition>.*)\) return false;$/s.exec(statement)?.groups?.condition;
  return condition?.includes(' && ') ? undefined : condition;
}

function printStatement(statement: Statement, indent: string): string {
  if (typeof statement === 'string') return `${indent}${statement}\n`;
  const { head, body, otherwise } = statement;
  const inner = `${indent}  `;
  const text = `${indent}${head} {\n${printStatements(body, inner)}${indent}}`;
  const [only, ...others] = otherwise;
  if (only === undefined) return `${text}\n`;
  // A choice inside a choice goes on where that one ends.
  if (typeof only !== 'string' && others.length === 0 && only.head.startsWith('if ')) {
    return `${text} else ${printStatement(only, indent).slice(indent.length)}`;
  }
  return `${text} else {\n${printStatements(otherwise, inner)}${indent}}\n`;
}
