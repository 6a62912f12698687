import ts from 'typescript';

/** Parts of a TypeScript file that the language check reads. */
export interface SourceText {
  readonly testTitles: readonly string[];
  /** Names that the file declares: variables, parameters, functions, types, members. */
  readonly names: readonly string[];
  /** Count of calls of `flatMap`. */
  readonly flatMaps: number;
}

const TEST_CALLS = new Set(['test', 'it', 'describe']);

function getCallee(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return getCallee(node.tag);
  const isCall = ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
  return isCall ? getCallee(node.expression) : '';
}

/** Reports whether an identifier is the name that its parent declares, rather than a use of one. */
function isDeclaredName(node: ts.Identifier | ts.PrivateIdentifier): boolean {
  const { parent } = node;
  const isUse =
    ts.isPropertyAccessExpression(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent);
  return !isUse && 'name' in parent && parent.name === node;
}

function readTitle(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !TEST_CALLS.has(getCallee(node.expression))) return undefined;
  const [title] = node.arguments;
  return title !== undefined && ts.isStringLiteralLike(title) ? title.text : undefined;
}

/** Reads titles of tests, declared names and calls of `flatMap`. */
export function readTypeScript(path: string, text: string): SourceText {
  const testTitles: string[] = [];
  const names: string[] = [];
  let flatMaps = 0;
  const visit = (node: ts.Node): void => {
    const title = readTitle(node);
    if (title !== undefined) testTitles.push(title);
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'flatMap') flatMaps += 1;
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclaredName(node))
      names.push(node.text.replace(/^#/, ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  return { testTitles, names, flatMaps };
}
