// The operations that code calls: by a function that was generated for one, or by a method and a path.
import { METHODS, type Operation } from '@keyframe/openapi-model';
import ts from 'typescript';
import { readNameText } from './declared-names.ts';
import type { DocumentPlaces } from './document-places.ts';
import { type Project, visitAll } from './open-project.ts';

const MOST_ORIGINS = 50;

/** Finds the operations that names and calls stand for. */
export class OperationNames {
  readonly #project: Project;
  readonly #places: DocumentPlaces;
  readonly #known = new Map<ts.Declaration, readonly Operation[]>();

  constructor(project: Project, places: DocumentPlaces) {
    this.#project = project;
    this.#places = places;
    for (const file of project.generated) this.#nameTypes(file);
  }

  /** Lists the operations that a node of the code stands for, most often none. */
  list(node: ts.Node): readonly Operation[] {
    if (ts.isIdentifier(node)) return this.#listFunction(node);
    return ts.isCallExpression(node) ? this.#listCall(node) : [];
  }

  /** Lists the operations that an expression comes from: through variables, functions and callbacks of the project. */
  listWithin(node: ts.Node): ReadonlySet<Operation> {
    const operations = new Set<Operation>();
    const origins = new Set([node]);
    for (const origin of origins) {
      visitAll(origin, (each) => {
        for (const operation of this.list(each)) operations.add(operation);
        if (ts.isIdentifier(each) && origins.size < MOST_ORIGINS)
          for (const next of this.#listOrigins(each)) origins.add(next);
      });
    }
    return operations;
  }

  #listOrigins(node: ts.Identifier): readonly ts.Node[] {
    const { isForeign, isGenerated } = this.#project;
    const declarations = this.#listDeclarations(node).filter((declaration) => {
      const file = declaration.getSourceFile();
      return !isForeign(file) && !isGenerated(file);
    });
    return declarations.map(findOrigin).filter((origin) => origin !== undefined);
  }

  // `client.GET('/orders')`, `$api.useQuery('get', '/orders')`.
  #listCall({ expression, arguments: values }: ts.CallExpression): readonly Operation[] {
    const texts = values.filter(ts.isStringLiteralLike).map(({ text }) => text);
    const path = texts.find((text) => text.startsWith('/'));
    if (path === undefined) return [];
    const called = ts.isPropertyAccessExpression(expression) ? [expression.name.text] : [];
    const methods = [...texts, ...called].map((text) => text.toLowerCase());
    const found: Operation[] = [];
    for (const method of METHODS) {
      const operation = methods.includes(method) ? this.#places.findOperation(method, path) : undefined;
      if (operation) found.push(operation);
    }
    return found;
  }

  #listFunction(node: ts.Identifier): readonly Operation[] {
    const { parent } = node;
    if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isExportSpecifier(parent)) return [];
    const { isGenerated } = this.#project;
    const [declaration] = this.#listDeclarations(node);
    if (!declaration || !isGenerated(declaration.getSourceFile()) || !isFunction(declaration)) return [];
    const known = this.#known.get(declaration) ?? this.#readTypes(declaration);
    this.#known.set(declaration, known);
    return known;
  }

  #listDeclarations(node: ts.Identifier): readonly ts.Declaration[] {
    const { checker } = this.#project;
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations ?? [];
  }

  // The request of the function names its operation, `{ method: 'POST', url: '/orders' }`; or its types do.
  #readTypes(declaration: ts.Declaration): readonly Operation[] {
    const requests: Operation[] = [];
    const names = new Set<string>();
    visitAll(declaration, (node) => {
      const request = ts.isObjectLiteralExpression(node) ? readRequest(node) : undefined;
      const operation = request && this.#places.findOperation(request.method, request.path);
      if (operation) requests.push(operation);
      const name = ts.isTypeNode(node) ? readOperationName(node) : undefined;
      if (name !== undefined) names.add(name);
    });
    const [request] = requests;
    if (request) return [request];
    const named = [...names].map((name) => this.#places.findNamed(name));
    return [...new Set(named.filter((operation) => operation !== undefined))];
  }

  // Types are named after the function that sends them.
  #nameTypes(file: ts.SourceFile): void {
    visitAll(file, (node) => {
      if (!ts.isFunctionLike(node)) return;
      const [operation, other] = this.#readTypes(node);
      if (!operation || other) return;
      visitAll(node, (each) => {
        const name = ts.isTypeNode(each) ? readOperationName(each) : undefined;
        if (name !== undefined) this.#places.nameOperation(name, operation);
      });
    });
  }
}

function readRequest(node: ts.ObjectLiteralExpression): { method: string; path: string } | undefined {
  const path = readText(node, 'url');
  const { parent } = node;
  const callee = ts.isCallExpression(parent) ? parent.expression : undefined;
  const method =
    readText(node, 'method') ?? (callee && ts.isPropertyAccessExpression(callee) ? callee.name.text : '');
  return path === undefined ? undefined : { method, path };
}

function readText({ properties }: ts.ObjectLiteralExpression, name: string): string | undefined {
  const property = properties.find((each) => each.name && readNameText(each.name) === name);
  if (!property || !ts.isPropertyAssignment(property)) return undefined;
  return ts.isStringLiteralLike(property.initializer) ? property.initializer.text : undefined;
}

// The expression, the function or the call that a declared value comes from.
function findOrigin(declaration: ts.Declaration): ts.Node | undefined {
  let node: ts.Node = declaration;
  while (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
    node = node.parent;
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body;
  if (ts.isVariableDeclaration(node))
    return ts.isCatchClause(node.parent) ? node.parent.parent.tryBlock : node.initializer;
  return ts.isParameter(node) ? ts.findAncestor(node, ts.isCallExpression) : undefined;
}

function isFunction(declaration: ts.Declaration): boolean {
  if (ts.isVariableDeclaration(declaration)) {
    const { initializer } = declaration;
    return initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isCallExpression(initializer));
  }
  return ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration);
}

function readOperationName(node: ts.TypeNode): string | undefined {
  if (ts.isIndexedAccessTypeNode(node)) {
    const { objectType, indexType } = node;
    const isOperations = ts.isTypeReferenceNode(objectType) && objectType.typeName.getText() === 'operations';
    const isText = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal);
    return isOperations && isText ? indexType.literal.text : undefined;
  }
  if (!ts.isTypeReferenceNode(node)) return undefined;
  return /^(\w+?)(?:Data|Errors?|Responses?)$/.exec(node.typeName.getText())?.[1];
}
