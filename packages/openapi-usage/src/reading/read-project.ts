// Reads which parts of a document the TypeScript of a consumer uses. One rule decides: a name in the code whose
// declaration lies in a generated file uses the part of the document that the declaration describes.
import { formatOperation, type OpenApiModel, type Operation } from '@keyframe/openapi-model';
import ts from 'typescript';
import { type CodeUse, type Uses, UseTable } from '../use-table.ts';
import { listComparedTexts, listTexts } from './constants.ts';
import { findContext, findGenericParameter } from './context.ts';
import { listNames, readNameText } from './declared-names.ts';
import { DocumentPlaces } from './document-places.ts';
import { GeneratedTypes } from './generated-types.ts';
import { type Flow, listTypes, MemberFlows } from './member-flows.ts';
import { openProject, type Project, visitAll } from './open-project.ts';
import { OperationNames } from './operation-names.ts';
import { listStatusReads } from './status-reads.ts';

export { listUnread } from './open-project.ts';
export { ProjectUnreadableError } from './project-unreadable-error.ts';

/**
 * Reads the TypeScript in a folder, by the nearest tsconfig.json. Locations are relative to `root`, the current folder
 * by default. Throws ProjectUnreadableError.
 */
export function readProject(model: OpenApiModel, folder: string, root?: string): Uses {
  const project = openProject(folder, root);
  return new UseReader(project, new DocumentPlaces(model)).read();
}

/** A node of the code, and the constants that its value is compared with or is. */
interface NodeUse extends Pick<CodeUse, 'kind' | 'constants'> {
  node: ts.Node;
}

class UseReader {
  readonly #project: Project;
  readonly #places: DocumentPlaces;
  readonly #types: GeneratedTypes;
  readonly #flows: MemberFlows;
  readonly #names: OperationNames;
  readonly #table = new UseTable();

  constructor(project: Project, places: DocumentPlaces) {
    this.#project = project;
    this.#places = places;
    this.#types = new GeneratedTypes(project);
    this.#flows = new MemberFlows(project);
    this.#names = new OperationNames(project, places);
  }

  read(): Uses {
    const { sources } = this.#project;
    const flows = new Map<ts.Node, Flow>();
    for (const source of sources) {
      visitAll(source, (node) => {
        const flow = this.#findFlow(node);
        if (!flow) return;
        flows.set(node, flow);
        this.#flows.connect(flow);
        const target = findGenericParameter(this.#project.checker, node);
        if (target) this.#flows.connect({ source: flow.source, target });
      });
    }
    for (const [node, flow] of flows) this.#noteFlow(node, flow);
    for (const source of sources) visitAll(source, (node) => this.#noteNames(node));
    return this.#table.toUses();
  }

  #noteNames(node: ts.Node): void {
    const { checker, locate } = this.#project;
    for (const operation of this.#names.list(node)) this.#noteCall(node, operation);
    for (const { pointer } of listStatusReads(this.#names, node))
      this.#table.addUse(pointer, { kind: 'reads', location: locate(node) });
    if (ts.isObjectLiteralExpression(node)) this.#noteLiteral(node);
    for (const member of this.#findMembers(node)) {
      const kind = isAssigned(node) ? 'sends' : 'reads';
      this.#add(member, { node, kind, constants: listComparedTexts(checker, node) });
    }
  }

  // A call whose types are missing may use everything that the operation takes and returns.
  #noteCall(node: ts.Node, operation: Operation): void {
    const { checker, locate } = this.#project;
    const location = locate(node);
    this.#table.addCall(formatOperation(operation), location);
    const call = findCall(node);
    if (!call || (checker.getTypeAtLocation(call).flags & ts.TypeFlags.Any) === 0) return;
    for (const pointer of this.#places.listMessages(operation))
      this.#table.addUse(pointer, { kind: 'whole', location });
  }

  // The members that a name in the code stands for.
  #findMembers(node: ts.Node): readonly ts.Symbol[] {
    const { checker } = this.#project;
    if (ts.isElementAccessExpression(node)) return this.#findElements(node);
    const name = findNameNode(node);
    const text = name && readNameText(name);
    if (!name || text === undefined || !this.#types.names.has(text)) return [];
    const member = ts.isBindingElement(node)
      ? checker.getTypeAtLocation(node.parent).getProperty(text)
      : checker.getSymbolAtLocation(name);
    return member ? [member] : [];
  }

  // The members that `order[name]` may stand for, by the type of the name.
  #findElements({ expression, argumentExpression }: ts.ElementAccessExpression): readonly ts.Symbol[] {
    const { checker } = this.#project;
    const key = checker.getTypeAtLocation(argumentExpression);
    if ((key.flags & ts.TypeFlags.NumberLike) !== 0) return [];
    const members: ts.Symbol[] = [];
    for (const type of this.#types.list(checker.getTypeAtLocation(expression))) {
      const names = listTexts(key) ?? type.getProperties().map(({ name }) => name);
      for (const name of names) members.push(...listMembers(type, name));
    }
    return members;
  }

  #noteLiteral(node: ts.ObjectLiteralExpression): void {
    const { checker } = this.#project;
    const named = node.properties.filter(
      ({ name }) => name && this.#types.names.has(readNameText(name) ?? ''),
    );
    const type = named.length > 0 ? findContext(checker, node) : undefined;
    if (!type) return;
    for (const property of named) {
      const name = property.name && readNameText(property.name);
      if (name === undefined) continue;
      const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
      const constants = value && listTexts(checker.getTypeAtLocation(value));
      for (const member of listMembers(type, name))
        this.#add(member, { node: property, kind: 'sends', constants });
    }
  }

  // A value that goes to a place with a type.
  #findFlow(node: ts.Node): Flow | undefined {
    const { checker } = this.#project;
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node))
      return { source: checker.getTypeAtLocation(node.expression), target: checker.getTypeAtLocation(node) };
    const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
    const isArgument = !isSpread && isLiteralArgument(node);
    if (!isSpread && !isArgument && !isValue(node)) return undefined;
    const source = checker.getTypeAtLocation(isSpread ? node.expression : node);
    if (!this.#types.isFollowed(source)) return undefined;
    const target = findContext(checker, isSpread ? node.parent : node);
    // The members of literals have flows of their own, unless their place takes anything.
    return target && (isOpaque(target) || !isArgument) ? { source, target } : undefined;
  }

  #noteFlow(node: ts.Node, { source, target }: Flow): void {
    if (isOpaque(target)) this.#noteWhole(node, source);
    else if (source !== target) this.#noteSent(node, { source, target });
  }

  // The consumer's own value becomes one of a generated type.
  #noteSent(node: ts.Node, { source, target }: Flow): void {
    for (const part of listTypes(target)) {
      for (const member of part.getProperties()) {
        const isSent = listMembers(source, member.name).some((origin) => !haveSameOrigin(origin, member));
        if (isSent && this.#isGenerated(member)) this.#add(member, { node, kind: 'sends' });
      }
    }
  }

  #noteWhole(node: ts.Node, source: ts.Type): void {
    for (const type of this.#types.list(source)) {
      for (const member of type.getProperties()) this.#add(member, { node, kind: 'whole' });
    }
  }

  #isGenerated({ declarations = [] }: ts.Symbol): boolean {
    return declarations.some((declaration) => this.#project.isGenerated(declaration.getSourceFile()));
  }

  #add({ declarations = [] }: ts.Symbol, { node, kind, constants }: NodeUse): void {
    for (const declaration of declarations) {
      for (const origin of this.#flows.list(declaration)) {
        if (!this.#project.isGenerated(origin.getSourceFile())) continue;
        for (const pointer of this.#places.find(listNames(origin)))
          this.#table.addUse(pointer, {
            kind,
            location: this.#project.locate(node),
            constants: this.#places.selectConstants(pointer, constants),
          });
      }
    }
  }
}

// The call of a function that a name stands for, or of a path.
function findCall(node: ts.Node): ts.CallExpression | undefined {
  if (ts.isCallExpression(node)) return node;
  const callee = ts.isPropertyAccessExpression(node.parent) ? node.parent : node;
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee
    ? callee.parent
    : undefined;
}

// The name of a member that is read: `order.size`, `{ size }`.
function findNameNode(node: ts.Node): ts.PropertyName | ts.BindingName | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name;
  const isMember = ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent);
  return isMember ? (node.propertyName ?? node.name) : undefined;
}

function listMembers(type: ts.Type, name: string): ts.Symbol[] {
  return listTypes(type)
    .map((part) => part.getProperty(name))
    .filter((member) => member !== undefined);
}

function haveSameOrigin(left: ts.Symbol, right: ts.Symbol): boolean {
  return left.declarations?.some((declaration) => right.declarations?.includes(declaration)) === true;
}

// Names of values, and what returns one; literals are read member by member.
function isValue(node: ts.Node): node is ts.Expression {
  if (ts.isIdentifier(node)) return isReference(node);
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isAwaitExpression(node) ||
    ((ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && node.parameters.some(({ type }) => type))
  );
}

function isLiteralArgument(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (!parent || !(ts.isCallExpression(parent) || ts.isNewExpression(parent))) return false;
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ((ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && !isValue(node))
  );
}

// Not the name of a declaration, of a member, or in a type.
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isJsxExpression(parent) ||
    (ts.isExpression(parent) && !ts.isFunctionExpression(parent))
  );
}

// A place that takes values of any kind.
function isOpaque(type: ts.Type): boolean {
  const { Any, Unknown, NonPrimitive, Object: ObjectFlag } = ts.TypeFlags;
  if ((type.flags & (Any | Unknown | NonPrimitive)) !== 0) return true;
  if ((type.flags & ObjectFlag) === 0 || type.getProperties().length > 0) return false;
  if (type.getCallSignatures().length > 0) return false;
  const values = type.getStringIndexType() ?? type.getNumberIndexType();
  return values === undefined || isOpaque(values);
}

function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}
