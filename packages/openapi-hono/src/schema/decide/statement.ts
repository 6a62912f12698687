// Writes the statements of generated decisions: plain conditions and loops, indented as people write them.

/** Is a statement: a line, or a head with a body in braces. */
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

/** Prints statements at an indentation. */
export function printStatements(statements: readonly Statement[], indent = '  '): string {
  return statements.map((statement) => printStatement(statement, indent)).join('');
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
