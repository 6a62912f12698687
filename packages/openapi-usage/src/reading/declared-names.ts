// The names under which generated code declares a member: `components`, `schemas`, `Order`, `lines`, `[]`, `sku`.
import ts from 'typescript';

/** The name of the items of a list. */
export const ITEMS = '[]';
/** The name of the members of a map. */
export const VALUES = '*';

/** Lists the names of a declaration and of those around it, the outermost first. */
export function listNames(declaration: ts.Node): string[] {
  const names: string[] = [];
  let child: ts.Node | undefined;
  for (let node: ts.Node | undefined = declaration; node && !ts.isSourceFile(node); node = node.parent) {
    const name = findName(node, child);
    if (name !== undefined) names.push(name);
    child = node;
  }
  return names.reverse();
}

function findName(node: ts.Node, child: ts.Node | undefined): string | undefined {
  if (ts.isPropertySignature(node)) return readNameText(node.name);
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return node.name.text;
  if (ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node) || ts.isIndexSignatureDeclaration(node))
    return ts.isIndexSignatureDeclaration(node) ? VALUES : ITEMS;
  if (!ts.isTypeReferenceNode(node) || child === undefined || !ts.isIdentifier(node.typeName))
    return undefined;
  if (/^(Readonly)?Array$/.test(node.typeName.text)) return ITEMS;
  return node.typeName.text === 'Record' && child === node.typeArguments?.[1] ? VALUES : undefined;
}

/** Reads a name that is written out; undefined for one that is computed. */
export function readNameText(name: ts.PropertyName | ts.BindingName): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  return ts.isPrivateIdentifier(name) ? name.text : undefined;
}
