// Traversal of schema nodes.
import type { KeywordName } from './keyword-node.ts';
import { type Application, KEYWORD_NAMES, KEYWORD_TABLE } from './keyword-table.ts';
import type { Keywords, SchemaNode } from './schema-node.ts';

/** A schema that a keyword of another one holds or refers to. */
export interface ChildNode {
  readonly keyword: KeywordName;
  /** The target of the schema: the value itself, its items or members, or a test of it. */
  readonly applies: Application;
  /** The name of the member, of the pattern or of the dependency. */
  readonly name: string | undefined;
  readonly node: SchemaNode;
}

const HOLDERS = KEYWORD_NAMES.filter(
  (name) => KEYWORD_TABLE[name].applies !== undefined && KEYWORD_TABLE[name].form !== 'reference',
);
const REFERENCES = ['reference', 'dynamicReference'] as const;

/** Lists the schemas that a schema holds. */
export function children(node: SchemaNode): ChildNode[] {
  return HOLDERS.flatMap((keyword) => keywordChildren(node, keyword));
}

/** Lists the schemas that a schema refers to. */
export function references(node: SchemaNode): ChildNode[] {
  return REFERENCES.flatMap((keyword) => keywordChildren(node, keyword));
}

/** Maps the schemas that a schema holds or refers to. */
export function mapChildren(
  { keywords }: SchemaNode,
  map: (child: SchemaNode, keyword: KeywordName, name?: string) => SchemaNode,
): Keywords {
  const mapped: Partial<Record<KeywordName, unknown>> = { ...keywords };
  for (const keyword of [...REFERENCES, ...HOLDERS]) {
    const value: unknown = keywords[keyword];
    if (isNode(value)) mapped[keyword] = map(value, keyword);
    else if (Array.isArray(value)) mapped[keyword] = value.map((child) => map(child, keyword));
    else if (value instanceof Map)
      mapped[keyword] = new Map([...value].map(([name, child]) => [name, map(child, keyword, name)]));
  }
  return mapped as unknown as Keywords;
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
  const value: unknown = node.keywords[keyword];
  if (value === undefined) return [];
  const { applies = 'value' } = KEYWORD_TABLE[keyword];
  const child = (schema: SchemaNode, name?: string): ChildNode => ({ keyword, applies, name, node: schema });
  if (isNode(value)) return [child(value)];
  if (value instanceof Map) return [...value].map(([name, schema]) => child(schema, name));
  return Array.isArray(value) ? value.map((schema) => child(schema)) : [];
}

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && 'keywords' in value;
}
