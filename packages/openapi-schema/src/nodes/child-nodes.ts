// Traversal of schema nodes.
import type { KeywordName } from './keyword-node.ts';
import { type Application, KEYWORD_NAMES, KEYWORD_TABLE } from './keyword-table.ts';
import type { SchemaNode } from './schema-node.ts';

/** A schema that a keyword of another one holds or refers to. */
export interface ChildNode {
  readonly keyword: KeywordName;
  /** The target of the schema: the value itself, its items or members, or a test of it. */
  readonly applies: Application;
  /** The name of the member, of the pattern or of the dependency. */
  readonly name: string | undefined;
  readonly node: SchemaNode;
}

/** Lists the schemas that a schema holds. */
export function children(node: SchemaNode): ChildNode[] {
  return KEYWORD_NAMES.filter((keyword) => KEYWORD_TABLE[keyword].form !== 'reference').flatMap((keyword) =>
    keywordChildren(node, keyword),
  );
}

/** Lists the schemas that a schema refers to. */
export function references(node: SchemaNode): ChildNode[] {
  return [...keywordChildren(node, 'reference'), ...keywordChildren(node, 'dynamicReference')];
}

/** Lists a schema and all that it holds or refers to, each pointer once, a schema before those below it. */
export function walk(root: SchemaNode): SchemaNode[] {
  const nodes = new Map<string, SchemaNode>();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (nodes.has(node.pointer)) continue;
    nodes.set(node.pointer, node);
    const next = [...references(node), ...children(node)].map((child) => child.node);
    // Without recursion: documents have chains of thousands of schemas.
    open.push(...next.reverse());
  }
  return [...nodes.values()];
}

function keywordChildren(node: SchemaNode, keyword: KeywordName): ChildNode[] {
  const { applies } = KEYWORD_TABLE[keyword];
  if (applies === undefined) return [];
  const child = (schema: SchemaNode, name?: string): ChildNode => ({ keyword, applies, name, node: schema });
  const value: unknown = node.keywords[keyword];
  if (isNode(value)) return [child(value)];
  if (value instanceof Map)
    return [...value].flatMap(([name, schema]) => (isNode(schema) ? [child(schema, name)] : []));
  return Array.isArray(value) ? value.filter(isNode).map((schema) => child(schema)) : [];
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && 'keywords' in value;
}
