// The statuses of responses that code tells apart.
import type { Operation, Response } from '@keyframe/openapi-model';
import ts from 'typescript';
import { isEquality, listOtherSides } from './constants.ts';
import type { OperationNames } from './operation-names.ts';

const STATUS_NAME = /^status(Code)?$/;

/** Lists the responses whose status a node of the code looks at: `response.status === 404`, `const { error } = …`. */
export function listStatusReads(names: OperationNames, node: ts.Node): readonly Response[] {
  if (isErrorBinding(node))
    return filterResponses(names.listWithin(node), ({ status }) => !isSuccess(status));
  const name = readName(node);
  if (name === undefined || !STATUS_NAME.test(name)) return [];
  const { operator, sides } = listOtherSides(node);
  const statuses = sides.filter(ts.isNumericLiteral).map(({ text }) => Number(text));
  if (statuses.length === 0 || statuses.some((status) => status < 100 || status > 599)) return [];
  const responses = new Set<Response>();
  for (const operation of names.listWithin(node)) {
    for (const status of statuses)
      for (const response of listCompared(operation, operator, status)) responses.add(response);
  }
  return [...responses];
}

function readName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isIdentifier(node)) return undefined;
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? undefined : node.text;
}

function isErrorBinding(node: ts.Node): boolean {
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return false;
  return (node.propertyName ?? node.name).getText() === 'error';
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

function filterResponses(operations: Iterable<Operation>, isIncluded: (response: Response) => boolean) {
  const responses: Response[] = [];
  for (const operation of operations) responses.push(...operation.responses.filter(isIncluded));
  return responses;
}

function listCompared(
  { responses }: Operation,
  operator: ts.SyntaxKind,
  status: number,
): readonly Response[] {
  if (!isEquality(operator)) return responses.filter((response) => isOrdered(response, operator, status));
  const statusKeys = [String(status), `${String(status).charAt(0)}XX`, 'default'];
  const response = statusKeys
    .map((name) => responses.find((each) => each.status.toUpperCase() === name.toUpperCase()))
    .find((each) => each !== undefined);
  return response ? [response] : [];
}

function isOrdered(response: Response, operator: ts.SyntaxKind, status: number): boolean {
  const value = Number(response.status.replaceAll(/x/gi, '0'));
  switch (operator) {
    case ts.SyntaxKind.LessThanToken:
      return value < status;
    case ts.SyntaxKind.LessThanEqualsToken:
      return value <= status;
    case ts.SyntaxKind.GreaterThanToken:
      return value > status;
    case ts.SyntaxKind.GreaterThanEqualsToken:
      return value >= status;
    default:
      return false;
  }
}
