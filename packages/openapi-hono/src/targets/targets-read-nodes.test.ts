// Targets print from schema nodes. A target that read the JSON of a schema would be a second reader of its keywords.
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname);

const OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  lib: ['lib.esnext.d.ts'],
  module: ts.ModuleKind.NodeNext,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: ['node'],
};

const paths = globSync(join(FOLDER, '**/*.ts')).filter((path) => !path.endsWith('.test.ts'));

test('only the reader of schemas looks into their JSON', () => {
  const readers = globSync(join(FOLDER, '../../../openapi-schema/src/nodes/*.ts'));
  const program = ts.createProgram([...paths, ...readers], OPTIONS);
  const checker = program.getTypeChecker();
  const looks = (path: string) =>
    listNodes(program.getSourceFile(path))
      .filter((node) => isLook(checker, node))
      .map((node) => `${relative(FOLDER, path)}: ${node.getText()}`);
  expect(paths.flatMap(looks)).toEqual([]);
  expect(readers.flatMap(looks).length).toBeGreaterThan(10);
});

function listNodes(root: ts.Node | undefined): ts.Node[] {
  const nodes = root ? [root] : [];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes;
}

// Whether a node is `x.schema`, or a pattern `{ schema }`, of a located schema.
function isLook(checker: ts.TypeChecker, node: ts.Node): boolean {
  const property = readProperty(checker, node);
  const owner = property?.name === 'schema' ? property.declarations?.[0]?.parent : undefined;
  return owner !== undefined && ts.isInterfaceDeclaration(owner) && owner.name.text === 'LocatedSchema';
}

function readProperty(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  if (ts.isPropertyAccessExpression(node)) return checker.getSymbolAtLocation(node.name);
  if (!ts.isBindingElement(node)) return undefined;
  return checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText());
}
