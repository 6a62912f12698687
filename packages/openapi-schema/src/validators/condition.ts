// Writes the opposite of the conditions that generated decisions are made of.

const OPPOSITES: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  // Both sides are numbers that JSON can hold: there is no NaN.
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};

/** Writes a condition that holds where the given one does not. */
export function negated(condition: string): string {
  const inner = unwrapped(condition);
  if (inner !== undefined) return negated(inner);
  if (split(condition, ' ? ').length > 1) return `!(${condition})`;
  const alternatives = split(condition, ' || ');
  if (alternatives.length > 1) return joinAll(alternatives.map(negated));
  const conjoined = conjuncts(condition);
  if (conjoined.length > 1) return conjoined.map((one) => wrapOperand(negated(one), ' && ')).join(' || ');
  const comparison = /^(?<left>.+) (?<operator>[!=<>]=?=?) (?<right>.+)$/s.exec(condition)?.groups;
  if (split(condition, ' ').length > 1 && comparison) {
    const { left, operator = '', right } = comparison;
    return `${left} ${OPPOSITES[operator]} ${right}`;
  }
  if (!condition.startsWith('!')) return `!${condition}`;
  return unwrapped(condition.slice(1)) ?? condition.slice(1);
}

/** Joins conditions that must all hold. */
function joinAll(conditions: readonly string[]): string {
  return conditions.map((one) => wrapOperand(one, ' || ')).join(' && ');
}

/** Lists the conditions that one consists of, all of which must hold. */
export function conjuncts(condition: string): string[] {
  return split(condition, ' && ');
}

/** Puts brackets around what another operator joins. */
export function wrapOperand(condition: string, other: string): string {
  const isCompound = split(condition, other).length > 1 || split(condition, ' ? ').length > 1;
  return isCompound ? `(${condition})` : condition;
}

// The content of the brackets around a whole condition.
function unwrapped(condition: string): string | undefined {
  const isWrapped =
    condition.startsWith('(') && split(condition, ')').length === 2 && condition.endsWith(')');
  return isWrapped ? condition.slice(1, -1) : undefined;
}

// Splits at separators outside of brackets and strings; a closing bracket counts as outside.
function split(condition: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of condition.match(/'(?:[^'\\]|\\.)*'|[([{]|[)\]}]| [&|?]+ | |[^'([{)\]} ]+/g) ?? []) {
    if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth === 0 && token === separator) parts.push('');
    else parts.splice(-1, 1, `${parts.at(-1)}${token}`);
    if (/^[([{]$/.test(token)) depth += 1;
  }
  return parts;
}
