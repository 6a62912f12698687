// The constants that a value is compared with, or is.
import ts from 'typescript';
import { visitAll } from './open-project.ts';

const EQUALITIES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Lists the texts that a type consists of; undefined if it has other values. */
export function listTexts(type: ts.Type): readonly string[] | undefined {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0,
  );
  return parts.length > 0 && parts.every((part) => part.isStringLiteral())
    ? parts.map((part) => part.value)
    : undefined;
}

/** Lists the texts that a value is compared with; undefined if it is used otherwise, too. */
export function listComparedTexts(checker: ts.TypeChecker, node: ts.Node): readonly string[] | undefined {
  const name = findLocalName(node);
  if (!name) return readComparison(checker, node);
  const symbol = checker.getSymbolAtLocation(name);
  const texts: string[] = [];
  for (const reference of listIdentifiers(name.getSourceFile(), name.text)) {
    if (reference === name || checker.getSymbolAtLocation(reference) !== symbol) continue;
    const compared = readComparison(checker, reference);
    if (!compared) return undefined;
    texts.push(...compared);
  }
  return texts;
}

/** Lists the other sides of the comparisons of a value: of operators, and of `switch`. */
export function listOtherSides(node: ts.Node): { operator: ts.SyntaxKind; sides: readonly ts.Expression[] } {
  const value = skipWrappers(node);
  const { parent } = value;
  if (ts.isSwitchStatement(parent) && parent.expression === value) {
    const cases = parent.caseBlock.clauses.filter(ts.isCaseClause);
    const sides = cases.map(({ expression }) => expression);
    return { operator: ts.SyntaxKind.EqualsEqualsEqualsToken, sides };
  }
  if (!ts.isBinaryExpression(parent) || parent.left !== value)
    return ts.isBinaryExpression(parent) && EQUALITIES.has(parent.operatorToken.kind)
      ? { operator: parent.operatorToken.kind, sides: [parent.left] }
      : { operator: ts.SyntaxKind.Unknown, sides: [] };
  return { operator: parent.operatorToken.kind, sides: [parent.right] };
}

/** Whether an operator compares for being equal, or not. */
export function isEquality(operator: ts.SyntaxKind): boolean {
  return EQUALITIES.has(operator);
}

function readComparison(checker: ts.TypeChecker, node: ts.Node): readonly string[] | undefined {
  const { operator, sides } = listOtherSides(node);
  if (!isEquality(operator)) return readInclusion(checker, node);
  const texts: string[] = [];
  for (const side of sides) {
    const values = listTexts(checker.getTypeAtLocation(side));
    if (!values) return undefined;
    texts.push(...values);
  }
  return texts;
}

// `['done', 'failed'].includes(status)`
function readInclusion(checker: ts.TypeChecker, node: ts.Node): readonly string[] | undefined {
  const { parent } = skipWrappers(node);
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return undefined;
  const { name, expression } = parent.expression;
  if (name.text !== 'includes' || parent.expression === node) return undefined;
  if (ts.isArrayLiteralExpression(expression)) {
    const texts = expression.elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
    return texts.length === expression.elements.length ? texts : undefined;
  }
  const items = checker.getIndexTypeOfType(checker.getTypeAtLocation(expression), ts.IndexKind.Number);
  return items && listTexts(items);
}

// The constant that a value is the initial value of, `const { status } = task`.
function findLocalName(node: ts.Node): ts.Identifier | undefined {
  const declaration = ts.isBindingElement(node) ? node : skipWrappers(node).parent;
  if (!ts.isBindingElement(declaration) && !ts.isVariableDeclaration(declaration)) return undefined;
  return ts.isIdentifier(declaration.name) ? declaration.name : undefined;
}

function listIdentifiers(file: ts.Node, text: string): readonly ts.Identifier[] {
  const identifiers: ts.Identifier[] = [];
  visitAll(file, (node) => {
    if (ts.isIdentifier(node) && node.text === text) identifiers.push(node);
  });
  return identifiers;
}

function skipWrappers(node: ts.Node): ts.Node {
  let value = node;
  while (
    ts.isParenthesizedExpression(value.parent) ||
    ts.isNonNullExpression(value.parent) ||
    ts.isAsExpression(value.parent)
  )
    value = value.parent;
  return value;
}
