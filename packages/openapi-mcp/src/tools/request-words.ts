import type { Operation } from '@keyframe/openapi-model';
import {
  type ChildNode,
  children,
  references,
  type SchemaGraph,
  type SchemaNode,
} from '@keyframe/openapi-schema';

/** Schemas below the body whose words are listed: those further below rarely name an action. */
const DEPTH = 6;

/** Lists the names and the choices of what a request can set: an action such as `reboot` may be a value only. */
export function listRequestWords({ parameters, requestBody }: Operation, schemas: SchemaGraph): string {
  const words = new Set(parameters.map(({ name }) => name));
  const seen = new Set<SchemaNode>();
  const [media] = requestBody?.content ?? [];
  let level = media?.schema ? [schemas.node(media.schema)] : [];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const nodes = level.filter((node) => !seen.has(node));
    for (const node of nodes) seen.add(node);
    for (const node of nodes) addChoices(node, words);
    const next = nodes.flatMap(listApplied);
    for (const { keyword, name } of next) if (keyword === 'properties' && name !== undefined) words.add(name);
    level = next.map(({ node }) => node);
  }
  return [...words].join(' ');
}

function addChoices({ keywords }: SchemaNode, words: Set<string>): void {
  for (const value of [keywords.const, ...(keywords.enum ?? [])]) {
    if (typeof value === 'string') words.add(value);
  }
}

function listApplied(node: SchemaNode): ChildNode[] {
  return [...references(node), ...children(node)].filter(({ applies }) => applies !== 'test');
}
