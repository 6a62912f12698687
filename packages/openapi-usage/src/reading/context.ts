// The type of the place that a value goes to.
import ts from 'typescript';

/**
 * The checker with the parameter by which editors complete what is being written: what the node itself says is not
 * inferred from. The declarations of TypeScript 5 omit it.
 */
interface CompletingChecker extends Omit<ts.TypeChecker, 'getContextualType'> {
  getContextualType(node: ts.Expression, flags: number): ts.Type | undefined;
}

const IGNORE_NODE_INFERENCES = 4;

/** Finds the type that the place of a value demands; undefined where it demands none. */
export function findContext(checker: ts.TypeChecker, node: ts.Expression): ts.Type | undefined {
  const type = checker.getContextualType(node);
  if (!type || !isInferred(checker, node, type)) return type;
  const completing: CompletingChecker = checker;
  return completing.getContextualType(node, IGNORE_NODE_INFERENCES) ?? type;
}

/** Finds the type that a generic function declares for its argument; undefined for another value. */
export function findGenericParameter(checker: ts.TypeChecker, node: ts.Node): ts.Type | undefined {
  const { parent: call } = node;
  if (!ts.isCallExpression(call) || !ts.isExpression(node)) return undefined;
  const index = call.arguments.indexOf(node);
  const declaration = checker.getResolvedSignature(call)?.getDeclaration();
  const parameter = declaration?.typeParameters ? declaration.parameters[index] : undefined;
  return parameter && checker.getTypeAtLocation(parameter);
}

// Whether a generic function took the type from the value: its constraint is what the place demands.
function isInferred(checker: ts.TypeChecker, node: ts.Expression, type: ts.Type): boolean {
  const call = findCall(node);
  if (!call) return false;
  const isOwn = ts.isObjectLiteralExpression(node)
    ? type
        .getProperties()
        .some((member) => member.declarations?.some((declaration) => isWithin(declaration, node)))
    : checker.getTypeAtLocation(node) === type;
  if (!isOwn) return false;
  const declaration = checker.getResolvedSignature(call)?.getDeclaration();
  return (declaration?.typeParameters?.length ?? 0) > 0;
}

// The call whose argument a value is, or is a member of.
function findCall(node: ts.Node): ts.CallExpression | undefined {
  let { parent } = node;
  while (
    ts.isObjectLiteralExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isShorthandPropertyAssignment(parent)
  )
    parent = parent.parent;
  return ts.isCallExpression(parent) ? parent : undefined;
}

function isWithin(node: ts.Node, container: ts.Node): boolean {
  for (let each: ts.Node | undefined = node; each; each = each.parent) if (each === container) return true;
  return false;
}
