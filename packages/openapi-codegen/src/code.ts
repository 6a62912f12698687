// A small printer for generated TypeScript: code that fits on a line stays on it, other code is broken at its
// brackets.

import { isIdentifier } from './identifier.ts';
import { reflowMarkdown } from './reflow-markdown.ts';

const WIDTH = 110;

/**
 * A piece of source text: text, pieces after each other, a bracket, operands with an operator between them, an imported name, or a name
 * that the code declares.
 */
export type Code = string | readonly Code[] | Bracket | Operation | Indented | Reference | Declaration;

/** A name of another module, which the code around it imports. */
export interface Reference {
  module: string;
  /** The specifier of the import: `name`, `type Name`, `name as alias`, or `* as namespace`. */
  specifier: string;
}

/** A name that code declares at the top of its module, or as a parameter next to imported names. */
export interface Declaration {
  declares: string;
}

interface Indented {
  indented: Code;
}

interface Operation {
  operator: string;
  operands: readonly Code[];
}

interface Bracket {
  open: string;
  items: readonly Item[];
  close: string;
  separator: ',' | ';';
}

interface Item {
  code: Code;
  /** Becomes a docstring, which keeps the bracket broken. */
  comment: string | undefined;
}

/** Creates a name that code imports from a module, by the specifier of the import. */
export function reference(module: string, specifier: string): Reference {
  return { module, specifier };
}

/** Creates a name that code declares, so that no import of the module has it. */
export function declare(name: string): Declaration {
  return { declares: name };
}

/** Lists the names in code: those that it imports, and those that it declares. */
export function listNames(code: Code, names: (Reference | Declaration)[] = []): typeof names {
  if (typeof code === 'string') return names;
  if ('specifier' in code || 'declares' in code) names.push(code);
  else for (const inner of listInner(code)) listNames(inner, names);
  return names;
}

/** Replaces the imported names in code. */
export function mapReferences(code: Code, map: (imported: Reference) => Code): Code {
  if (typeof code === 'string' || 'declares' in code) return code;
  if ('specifier' in code) return map(code);
  if (isOperation(code))
    return { ...code, operands: code.operands.map((operand) => mapReferences(operand, map)) };
  if ('indented' in code) return indented(mapReferences(code.indented, map));
  if (!isBracket(code)) return code.map((inner) => mapReferences(inner, map));
  return { ...code, items: code.items.map((item) => ({ ...item, code: mapReferences(item.code, map) })) };
}

function listInner(code: readonly Code[] | Bracket | Indented | Operation): readonly Code[] {
  if ('indented' in code) return [code.indented];
  if (isOperation(code)) return code.operands;
  return isBracket(code) ? code.items.map((item) => item.code) : code;
}

/** Creates a bracketed, comma-separated list. */
export function bracket(
  open: string,
  items: readonly (Code | { code: Code; comment: string | undefined })[],
  close: string,
): Bracket {
  return {
    open,
    close,
    separator: ',',
    items: items.map((item) => (isCommented(item) ? item : { code: item, comment: undefined })),
  };
}

/** Creates an object type. */
export function objectType(members: readonly (Code | { code: Code; comment: string | undefined })[]): Code {
  return { ...bracket('{', members, '}'), separator: ';' };
}

/** Creates code of a template with pieces of code in it. */
export function template(strings: TemplateStringsArray, ...codes: readonly Code[]): Code[] {
  const [start = '', ...texts] = strings;
  const pieces: Code[] = [start];
  for (const [index, text] of texts.entries()) pieces.push(codes[index] ?? '', text);
  return pieces;
}

/** Indents code that is broken at its brackets. */
export function indented(code: Code): Indented {
  return { indented: code };
}

/** Puts a separator between pieces of code. */
export function separate(codes: readonly Code[], separator: string): Code[] {
  const separated: Code[] = [];
  for (const code of codes) separated.push(...(separated.length === 0 ? [code] : [separator, code]));
  return separated;
}

/** Creates a call. */
export function call(name: Code, ...args: readonly Code[]): Code {
  return [name, applied(['(', ')'], args)];
}

/** Marks the call after it as free of side effects, so that bundlers drop what an app does not import. */
export const PURE = '/* @__PURE__ */ ';

/** Writes a value so that it is dropped where nothing uses it: one that calls functions is made by a call that is pure. */
export function pure(value: Code): Code {
  if (!hasCall(value)) return value;
  return [`${PURE}(() => `, isObject(value) ? ['(', value, ')'] : value, ')()'];
}

function isObject(code: Code | undefined): boolean {
  if (code === undefined || typeof code === 'string' || isName(code)) return false;
  return isBracket(code) ? code.open === '{' : isObject(listInner(code)[0]);
}

function hasCall(code: Code): boolean {
  if (typeof code === 'string' || isName(code)) return false;
  return (isBracket(code) && code.open.startsWith('(')) || listInner(code).some(hasCall);
}

/** Creates a type with arguments; only its name if there are no arguments. */
export function generic(name: Code, ...args: readonly Code[]): Code {
  return args.length === 0 ? name : [name, applied(['<', '>'], args)];
}

function applied([open, close]: readonly [string, string], args: readonly Code[]): Code {
  const [only, ...others] = args;
  // The bracket of a lone argument opens on the line of what it is handed to.
  if (only !== undefined && others.length === 0 && isBracket(only) && /^[[{]$/.test(only.open)) {
    return { ...only, open: `${open}${only.open}`, close: `${only.close}${close}` };
  }
  return bracket(open, args, close);
}

/** Creates an object literal; undefined members are omitted, numeric names stay numbers. */
export function object(members: readonly (readonly [string | number, Code | undefined, string?])[]): Code {
  const items: Item[] = [];
  for (const [name, code, comment] of members) {
    if (code !== undefined) items.push({ code: [`${propertyKey(name)}: `, code], comment });
  }
  return bracket('{', items, '}');
}

/** Joins operands, `a | b`; each gets a line of its own where they don't fit on one. */
export function operation(operator: string, operands: readonly Code[]): Code {
  return { operator, operands };
}

/** Checks whether code consists of operands, which need brackets next to another operator. */
export function isOperation(code: Code): code is Operation {
  return typeof code === 'object' && 'operands' in code;
}

/** Creates a list literal. */
export function list(items: readonly Code[]): Code {
  return bracket('[', items, ']');
}

/** Creates a string literal that is inert for any text. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${escaped}'`;
}

/** Writes the name of a member, quoted unless it is an identifier or a number. */
export function propertyKey(name: string | number): string {
  if (typeof name === 'number') return String(name);
  if (name === '__proto__') return `['__proto__']`;
  return isIdentifier(name) ? name : quote(name);
}

/** Creates a docstring of a Markdown text, which cannot end it early. */
export function docstring(comment: string, indent = ''): string {
  const width = WIDTH - indent.length - ' * '.length;
  const lines = reflowMarkdown(comment.trim().replaceAll('*/', '*\\/'), width);
  const room = WIDTH - indent.length - '/**  */'.length;
  const [first = ''] = lines;
  if (lines.length === 1 && first.length <= room) return `${indent}/** ${first} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Prints a piece of code that starts at a column of a line with an indentation. */
export function print(code: Code, indent = '', column = indent.length): string {
  const flat = flatten(code, WIDTH - column);
  if (flat !== undefined) return flat;
  if (typeof code === 'string') return code;
  if (isName(code)) return getLocalName(code);
  if (isOperation(code)) return printOperation(code, indent);
  if ('indented' in code) return print(code.indented, `${indent}  `, column);
  if (!isBracket(code)) return printSequence(code, indent, column);
  if (code.items.length === 0) return `${code.open}${code.close}`;
  const inner = `${indent}  `;
  // The arguments of a type may not end in a comma.
  const last = code.close === '>' ? code.items.length - 1 : undefined;
  const items = code.items.map((item, index) => {
    const comment = item.comment === undefined ? '' : docstring(item.comment, inner);
    return `${comment}${inner}${print(item.code, inner)}${index === last ? '' : code.separator}\n`;
  });
  return `${code.open}\n${items.join('')}${indent}${code.close}`;
}

function printOperation({ operator, operands }: Operation, indent: string): string {
  const inner = `${indent}  `;
  const lines = operands.map((operand) => print(operand, inner));
  return lines.join(`\n${inner}${operator} `);
}

function printSequence(codes: readonly Code[], indent: string, column: number): string {
  let text = '';
  let at = column;
  for (const code of codes) {
    const printed = print(code, indent, at);
    text += printed;
    const lineStart = printed.lastIndexOf('\n');
    at = lineStart < 0 ? at + printed.length : printed.length - lineStart - 1;
  }
  return text;
}

// Returns undefined if the code does not fit on one line of that width. It stops at the end of the line; otherwise
// each level of nesting would repeat the work of all deeper levels.
function flatten(code: Code, room: number): string | undefined {
  if (typeof code === 'string') return code.length > room || code.includes('\n') ? undefined : code;
  if (isName(code)) return flatten(getLocalName(code), room);
  if (isOperation(code)) {
    const between = ` ${code.operator} `;
    const pieces = code.operands.map((operand, index) => (index === 0 ? operand : [between, operand]));
    return flattenAll(pieces, room);
  }
  if ('indented' in code) return flatten(code.indented, room);
  if (!isBracket(code)) return flattenAll(code, room);
  if (code.items.some((item) => item.comment !== undefined)) return undefined;
  const pad = code.open.endsWith('{') && code.items.length > 0 ? ' ' : '';
  const between = `${code.separator} `;
  const separated = code.items.map(({ code: item }, index) => (index === 0 ? item : [between, item]));
  return flattenAll([code.open, pad, ...separated, pad, code.close], room);
}

function flattenAll(codes: readonly Code[], room: number): string | undefined {
  let text = '';
  for (const code of codes) {
    const next = flatten(code, room - text.length);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}

/** Returns the name that code has for a name that it imports or declares. */
export function getLocalName(name: Reference | Declaration): string {
  if ('declares' in name) return name.declares;
  return name.specifier.slice(name.specifier.lastIndexOf(' ') + 1);
}

function isName(code: Code): code is Reference | Declaration {
  return typeof code === 'object' && ('specifier' in code || 'declares' in code);
}

function isBracket(code: Code): code is Bracket {
  return typeof code === 'object' && 'items' in code;
}

function isCommented(item: Code | Item): item is Item {
  return typeof item === 'object' && 'comment' in item;
}
