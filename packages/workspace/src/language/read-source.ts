import ts from 'typescript';

/** Parts of a source file that people read as text. */
export interface SourceText {
  readonly lines: readonly string[];
  /** Comments, one per line of the file that contains one. */
  readonly comments: readonly string[];
  readonly testTitles: readonly string[];
  /** Names of functions and methods, private ones included. */
  readonly functionNames: readonly string[];
  /** Names of types, interfaces and classes. */
  readonly typeNames: readonly string[];
  /** Names of declarations of any kind. */
  readonly names: readonly string[];
  /** String literals that contain a space: messages. */
  readonly messages: readonly string[];
}

const TEST_CALLS = new Set(['test', 'it', 'describe']);
const COMMENT = /(?:^|\s)(?:\/\*\*?|\/\/|\*|--)\s+(.*)$/;

function getCallee(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (
    ts.isPropertyAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isTaggedTemplateExpression(node)
  ) {
    return getCallee(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
  }
  return '';
}

function isFunctionLike(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node))
    return true;
  if (ts.isAccessor(node)) return true;
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node) && !ts.isPropertyDeclaration(node))
    return false;
  const value = node.initializer;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

function isTypeLike(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
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

/** Reads what people read in a TypeScript file. */
export function readTypeScript(path: string, text: string): SourceText {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const testTitles: string[] = [];
  const functionNames: string[] = [];
  const typeNames: string[] = [];
  const names: string[] = [];
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = readTitle(node);
    if (title !== undefined) testTitles.push(title);
    else if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isDeclaredName(node)) {
      const name = node.text.replace(/^#/, '');
      names.push(name);
      if (isFunctionLike(node.parent)) functionNames.push(name);
      if (isTypeLike(node.parent)) typeNames.push(name);
    } else if (ts.isStringLiteralLike(node) && node.text.includes(' ')) messages.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { ...readLines(text), testTitles, functionNames, typeNames, names, messages };
}

/** Reads the comments of a file in any language whose comments begin with `//`, `*` or `--`. */
export function readLines(text: string): SourceText {
  const lines = text.split('\n');
  const comments = lines.flatMap((line) => COMMENT.exec(line)?.[1] ?? []);
  return { lines, comments, testTitles: [], functionNames: [], typeNames: [], names: [], messages: [] };
}

/** Reads the prose of a Markdown file: no code, no links' addresses, no front matter. */
export function readMarkdown(text: string): SourceText {
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  return {
    lines: [],
    comments: prose.split('\n'),
    testTitles: [],
    functionNames: [],
    typeNames: [],
    names: [],
    messages: [],
  };
}
