// Shortens long chains of references, so that no pass over a document needs a stack as deep as the chain.
import { isJsonObject, type JsonObject, memberOf } from '../json.ts';
import { walkObjects } from '../object-kinds.ts';
import { canonicalPointer, valueAt } from '../pointer.ts';

// Documents give a component a few names, each a reference to another.
const LONGEST = 50;

/** The end of a chain of references, and the count of references to it; no end if the chain is circular. */
interface Chain {
  end: string | undefined;
  length: number;
}

/** Lists the references that begin a long chain; `apply` makes one lead to its end. */
export function findLongChains(document: JsonObject): { apply: () => void }[] {
  const chains = new Map<string, Chain>();
  const references: { apply: () => void }[] = [];
  let hasBases = false;
  walkObjects({ kind: 'document', value: document, pointer: '#' }, ({ value }) => {
    hasBases ||= memberOf(value, '$id') !== undefined;
    const reference = memberOf(value, '$ref');
    if (typeof reference !== 'string') return true;
    const { end, length } = followChain(document, reference, chains);
    if (end !== undefined && length > LONGEST)
      references.push({ apply: () => Object.assign(value, { $ref: end }) });
    return true;
  });
  // Pointers in a schema with an identifier may be relative to it.
  return hasBases ? [] : references;
}

function followChain(document: JsonObject, reference: string, chains: Map<string, Chain>): Chain {
  const path: string[] = [];
  const seen = new Set<string>();
  let next: string | undefined = reference;
  while (next !== undefined && !chains.has(next) && !seen.has(next)) {
    seen.add(next);
    path.push(next);
    next = findNext(document, next);
  }
  const isCircular = next !== undefined && seen.has(next);
  const known = next === undefined ? undefined : chains.get(next);
  let chain = known ?? { end: isCircular ? undefined : path.at(-1), length: -1 };
  for (const pointer of path.reverse()) {
    chain = { end: chain.end, length: chain.length + 1 };
    chains.set(pointer, chain);
  }
  return chain;
}

function findNext(document: JsonObject, reference: string): string | undefined {
  const pointer = canonicalPointer(reference);
  const target = pointer === undefined ? undefined : valueAt(document, pointer);
  if (!isJsonObject(target) || Object.keys(target).length !== 1) return undefined;
  const next = memberOf(target, '$ref');
  return typeof next === 'string' && next.startsWith('#/') ? next : undefined;
}
