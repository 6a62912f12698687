// Equality of schemas of two documents, references followed, prose ignored. Each pair of schemas is compared once,
// however many operations lead to it: time grows with the size of the documents.
import { isJsonObject, type JsonValue, type OpenApiModel } from '@keyframe/openapi-model';
import { followAliases, KEYWORD_TABLE, type SchemaNode, type WrittenKeyword } from '@keyframe/openapi-schema';
import { getKey, type Pair, type SchemaPair } from '../change.ts';
import { isProse, sortedJson } from './canonical.ts';
import { readNode } from './shape.ts';

type NodePair = Pair<SchemaNode>;

/** A pair of schemas, and the pairs that contain or refer to it. */
interface Visit {
  pair: NodePair;
  parents: Set<string>;
}

// Lists whose order has no meaning.
const SETS: ReadonlySet<string> = new Set(['enum', 'required', 'type']);

/** Decides which schemas of two documents differ, in themselves or below. */
export class SchemaDifferences {
  readonly #models: Pair<OpenApiModel>;
  readonly #results = new Map<string, boolean>();

  constructor(models: Pair<OpenApiModel>) {
    this.#models = models;
  }

  /** Reports whether two schemas differ in anything but prose. */
  differs({ old, new: next }: SchemaPair): boolean {
    const pair = resolve({ old: readNode(this.#models.old, old), new: readNode(this.#models.new, next) });
    const key = getKey(pair);
    if (!this.#results.has(key)) this.#explore(pair, key);
    return this.#results.get(key) ?? true;
  }

  /** Replaces schemas that only refer to others by those. */
  resolve({ old, new: next }: SchemaPair): SchemaPair {
    const pair = resolve({ old: readNode(this.#models.old, old), new: readNode(this.#models.new, next) });
    return { old: pair.old.origin, new: pair.new.origin };
  }

  // Pairs that are reached again are equal unless something else on the way differs: recursive schemas end here.
  #explore(root: NodePair, rootKey: string): void {
    const visits = new Map<string, Visit>([[rootKey, { pair: root, parents: new Set() }]]);
    const unequal = new Set<string>();
    for (const [key, { pair }] of visits) {
      const children = pairChildren(pair);
      if (!children || this.#visitChildren(visits, key, children)) unequal.add(key);
    }
    for (const key of unequal) for (const parent of visits.get(key)?.parents ?? []) unequal.add(parent);
    for (const key of visits.keys()) this.#results.set(key, unequal.has(key));
  }

  // Reports whether one of the pairs is known to differ; the others that are unknown are visited next.
  #visitChildren(visits: Map<string, Visit>, parent: string, children: readonly NodePair[]): boolean {
    let differs = false;
    for (const child of children) {
      const pair = resolve(child);
      const key = getKey(pair);
      const result = this.#results.get(key);
      differs ||= result === true;
      if (result !== undefined) continue;
      const visit = visits.get(key) ?? { pair, parents: new Set() };
      visits.set(key, visit);
      visit.parents.add(parent);
    }
    return differs;
  }
}

function resolve({ old, new: next }: NodePair): NodePair {
  return { old: followAliases(old), new: followAliases(next) };
}

// The schemas that must be equal for the pair to be equal; undefined if it differs in itself.
function pairChildren({ old, new: next }: NodePair): NodePair[] | undefined {
  if (old.kind !== next.kind) return undefined;
  if (old.kind !== 'keywords') return [];
  const [before, after] = [indexKeywords(old), indexKeywords(next)];
  if (before.size !== after.size) return undefined;
  const pairs: NodePair[] = [];
  for (const [keyword, left] of before) {
    const right = after.get(keyword);
    const children = right && pairKeyword({ old, new: next }, { old: left, new: right });
    if (!children) return undefined;
    pairs.push(...children);
  }
  return pairs;
}

function indexKeywords({ written }: SchemaNode): Map<string, WrittenKeyword> {
  const meaningful = written.filter(({ keyword }) => !isProse(keyword));
  return new Map(meaningful.map((entry) => [entry.keyword, entry]));
}

function pairKeyword(pair: NodePair, { old, new: next }: Pair<WrittenKeyword>): NodePair[] | undefined {
  const { name } = old;
  const holdsSchemas = name !== undefined && KEYWORD_TABLE[name].applies !== undefined;
  if (!holdsSchemas) return isEqual(old.keyword, old.value, next.value) ? [] : undefined;
  const [left, right]: unknown[] = [pair.old.keywords[name], pair.new.keywords[name]];
  if (left instanceof Map && right instanceof Map) return pairMaps(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length
      ? left.map((old: SchemaNode, index) => ({ old, new: right[index] as SchemaNode }))
      : undefined;
  }
  if (isNode(left) && isNode(right)) return [{ old: left, new: right }];
  return isEqual(old.keyword, old.value, next.value) ? [] : undefined;
}

function pairMaps(
  left: ReadonlyMap<string, SchemaNode>,
  right: ReadonlyMap<string, SchemaNode>,
): NodePair[] | undefined {
  if (left.size !== right.size) return undefined;
  const pairs: NodePair[] = [];
  for (const [name, old] of left) {
    const next = right.get(name);
    if (!next) return undefined;
    pairs.push({ old, new: next });
  }
  return pairs;
}

/** Whether the value of a keyword is a schema. */
export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && 'keywords' in value;
}

function isEqual(keyword: string, left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true;
  if (!isJsonObject(left) && !Array.isArray(left)) return false;
  return normalize(keyword, left) === normalize(keyword, right);
}

function normalize(keyword: string, value: JsonValue): string {
  if (!SETS.has(keyword) || !Array.isArray(value)) return sortedJson(value);
  return JSON.stringify(value.map(sortedJson).sort());
}
