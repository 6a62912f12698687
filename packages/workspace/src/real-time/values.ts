import ts from 'typescript';

/** Values of the expressions of one file. */
export interface Values {
  /** Computes a number that is written in the file: a literal, a constant, or their product and quotient. */
  compute(node: ts.Expression): number | undefined;
  /** Reports whether an expression subtracts a time that was read from a clock of the platform. */
  isDuration(node: ts.Node): boolean;
  /** Local names of `setTimeout` of node:timers/promises. */
  readonly sleeps: ReadonlySet<string>;
}

const CLOCK = /\b(?:performance|Date)\.now\(\)/;
/** Names by which products report a time that they measured. */
const MEASURED = /^(?:elapsed|duration|latency)(?:Ms)?$/;

const OPERATIONS: Readonly<Partial<Record<ts.SyntaxKind, (left: number, right: number) => number>>> = {
  [ts.SyntaxKind.AsteriskToken]: (left, right) => left * right,
  [ts.SyntaxKind.SlashToken]: (left, right) => left / right,
  [ts.SyntaxKind.PlusToken]: (left, right) => left + right,
  [ts.SyntaxKind.MinusToken]: (left, right) => left - right,
};

/** Reads the constants of a file; a name that is declared twice has no value. */
export function createValues(file: ts.SourceFile): Values {
  const { constants, sleeps } = readDeclarations(file);
  const compute = (node: ts.Expression, depth = 0): number | undefined => {
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (ts.isParenthesizedExpression(node)) return compute(node.expression, depth);
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text);
      return value === undefined || depth > 9 ? undefined : compute(value, depth + 1);
    }
    if (!ts.isBinaryExpression(node)) return undefined;
    const left = compute(node.left, depth);
    const right = compute(node.right, depth);
    const operation = OPERATIONS[node.operatorToken.kind];
    return left === undefined || right === undefined ? undefined : operation?.(left, right);
  };
  const isTime = (node: ts.Expression) => {
    const value = ts.isIdentifier(node) ? constants.get(node.text) : node;
    return value !== undefined && CLOCK.test(value.getText());
  };
  const isDuration = (node: ts.Node, depth = 0): boolean => {
    if (depth > 9) return false;
    if (ts.isIdentifier(node)) {
      const value = constants.get(node.text);
      return MEASURED.test(node.text) || (value !== undefined && isDuration(value, depth + 1));
    }
    if (ts.isFunctionLike(node)) return false;
    if (ts.isPropertyAccessExpression(node)) return MEASURED.test(node.name.text);
    const isDifference = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.MinusToken;
    if (isDifference && isTime(node.right) && ts.isIdentifier(node.right)) return true;
    return ts.forEachChild(node, (child) => isDuration(child, depth + 1)) ?? false;
  };
  return { compute, isDuration, sleeps };
}

function readDeclarations(file: ts.SourceFile) {
  const constants = new Map<string, ts.Expression | undefined>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const { text } = node.name;
      constants.set(text, constants.has(text) ? undefined : node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { constants, sleeps: new Set(file.statements.flatMap(listSleeps)) };
}

/** Lists the local names under which a statement imports `setTimeout` of node:timers/promises. */
function listSleeps(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  if (!/timers\/promises/.test(statement.moduleSpecifier.getText())) return [];
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  const { elements } = bindings;
  return elements
    .filter(({ name, propertyName }) => (propertyName ?? name).text === 'setTimeout')
    .map(({ name }) => name.text);
}
