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
  readonly #known = new Map<string, boolean>();

  constructor(models: Pair<OpenApiModel>) {
    this.#models = models;
  }

  /** Reports whether two schemas differ in anything but prose. */
  differs({ old, new: own }: SchemaPair): boolean {
    const pair = resolve({ old: readNode(this.#models.old, old), new: readNode(this.#models.new, own) });
    const key = getKey(pair);
    if (!this.#known.has(key)) this.#explore(pair, key);
    return this.#known.get(key) ?? true;
  }

  /** Replaces schemas that only refer to others by those. */
  resolve({ old, new: own }: SchemaPair): SchemaPair {
    const pair = resolve({ old: readNode(this.#models.old, old), new: readNode(this.#models.new, own) });
    return { old: pair.old.origin, new: pair.new.origin };
  }

  // Pairs that are reached again are equal unless something else on the way differs: recursive schemas end here.
  #explore(root: NodePair, rootKey: string): void {
    const visits = new Map<string, Visit>([[rootKey, { pair: root, parents: new Set() }]]);
    const found = new Set<string>();
    for (const [key, { pair }] of visits) {
      const inner = pairChildren(pair);
      if (!inner || this.#visitChildren(visits, key, inner)) found.add(key);
    }
    for (const key of found) for (const parent of visits.get(key)?.parents ?? []) found.add(parent);
    for (const key of visits.keys()) this.#known.set(key, found.has(key));
  }

  // Reports whether one of the pairs is known to differ; the others that are unknown are visited next.
  #visitChildren(visits: Map<string, Visit>, parent: string, children: readonly NodePair[]): boolean {
    let differs = false;
    for (const child of children) {
      const pair = resolve(child);
      const key = getKey(pair);
      const known = this.#known.get(key);
      differs ||= known === true;
      if (known !== undefined) continue;
      const visit = visits.get(key) ?? { pair, parents: new Set() };
      visits.set(key, visit);
      visit.parents.add(parent);
    }
    return differs;
  }
}

function resolve({ old, new: own }: NodePair): NodePair {
  return { old: followAliases(old), new: followAliases(own) };
}

// The schemas that must be equal for the pair to be equal; undefined if it differs in itself.
function pairChildren({ old, new: own }: NodePair): NodePair[] | undefined {
  if (old.kind !== own.kind) return undefined;
  if (old.kind !== 'keywords') return [];
  const [before, after] = [indexKeywords(old), indexKeywords(own)];
  if (before.size !== after.size) return undefined;
  const pairs: NodePair[] = [];
  for (const [keyword, left] of before) {
    const right = after.get(keyword);
    const inner = right && pairKeyword({ old, new: own }, { old: left, new: right });
    if (!inner) return undefined;
    pairs.push(...inner);
  }
  return pairs;
}

function indexKeywords({ written }: SchemaNode): Map<string, WrittenKeyword> {
  const meaningful = written.filter(({ keyword }) => !isProse(keyword));
  return new Map(meaningful.map((one) => [one.keyword, one]));
}

function pairKeyword(pair: NodePair, { old, new: own }: Pair<WrittenKeyword>): NodePair[] | undefined {
  const { name } = old;
  const holdsSchemas = name !== undefined && KEYWORD_TABLE[name].applies !== undefined;
  if (!holdsSchemas) return isEqual(old.keyword, old.value, own.value) ? [] : undefined;
  const [left, right]: unknown[] = [pair.old.keywords[name], pair.new.keywords[name]];
  if (left instanceof Map && right instanceof Map) return pairMaps(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length
      ? left.map((one: SchemaNode, index) => ({ old: one, new: right[index] as SchemaNode }))
      : undefined;
  }
  if (isNode(left) && isNode(right)) return [{ old: left, new: right }];
  return isEqual(old.keyword, old.value, own.value) ? [] : undefined;
}

function pairMaps(
  left: ReadonlyMap<string, SchemaNode>,
  right: ReadonlyMap<string, SchemaNode>,
): NodePair[] | undefined {
  if (left.size !== right.size) return undefined;
  const pairs: NodePair[] = [];
  for (const [name, old] of left) {
    const own = right.get(name);
    if (!own) return undefined;
    pairs.push({ old, new: own });
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
