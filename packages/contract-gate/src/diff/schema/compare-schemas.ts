// Walks two versions of a schema side by side and names what changed; what the changes do is for `WitnessSearch` to say.
import {
  type Change,
  type ChangeLevel,
  type Comparison,
  formatValue,
  getKey,
  type Message,
  type SchemaPair,
} from '../change.ts';
import { describeChange } from './describe-change.ts';
import { SchemaDifferences } from './differences.ts';
import type { Holder, SearchResult, Step } from './embedding.ts';
import { LocalComparison } from './local-comparison.ts';
import { getLevel, SCHEMA_RULES, type SchemaRule } from './schema-rules.ts';
import { createShape, getFirstPointer } from './shape.ts';
import type { Found } from './walk.ts';
import { type LocalResult, selectView, WitnessSearch } from './witness.ts';

/** A change, without the names that lead to it. */
interface SchemaChange {
  change: Omit<Change, 'operations' | 'message'>;
  /** `input.images[]`; empty at the message itself. */
  path: string;
  describe: (path: string) => string;
}

/** The location of a message in a document. */
export interface MessageLocation {
  operation: string;
  /** The parameter or header whose value the message is; empty for a body. */
  name: string;
}

/** State that the comparisons of all messages share. */
interface Shared {
  models: Comparison['models'];
  local: LocalComparison;
  search: WitnessSearch;
  /** The values that show a change, by sender and location. */
  values: Map<string, LocalResult>;
}

/** Compares the versions of a schema of a message. */
export class SchemaComparison {
  readonly #comparison: Comparison;
  readonly #differences: SchemaDifferences;
  readonly #shared: Shared;
  readonly #results = new Map<string, SchemaChange[]>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { models } = comparison;
    this.#differences = new SchemaDifferences(models);
    this.#shared = {
      models,
      local: new LocalComparison(models, this.#differences),
      search: new WitnessSearch(models),
      values: new Map(),
    };
  }

  /** Compares two schemas that are at the same location in a message of an operation. */
  compare(message: Message, { operation, name }: MessageLocation, pair: SchemaPair): void {
    if (!this.#differences.differs(pair)) return;
    const resolved = this.#differences.resolve(pair);
    const key = `${message.name} ${getKey(resolved)}`;
    const changes = this.#results.get(key) ?? new MessageComparison(this.#shared, message).run(resolved);
    this.#results.set(key, changes);
    for (const { change, path, describe } of changes) {
      const isDirect = name === '' || path === '' || path.startsWith('[');
      // A list in a query may be named `ids[]`, as its items are here.
      const suffix = name.endsWith('[]') && path.startsWith('[]') ? path.slice(2) : path;
      const message = describe(isDirect ? `${name}${suffix}` : `${name}.${path}`);
      this.#comparison.report({ ...change, operations: [operation], message }, describe(''));
    }
  }
}

/** A pair of schemas in a message, and the shortest way to it. */
interface Visit {
  pair: SchemaPair;
  /** `input.images[]`; empty at the message itself. */
  path: string;
  holders: Holder[];
}

class MessageComparison {
  readonly #shared: Shared;
  readonly #message: Message;
  /** The kind of change that would break the receiver. */
  readonly #risk: 'narrower' | 'wider';
  readonly #visits = new Map<string, Visit>();

  constructor(shared: Shared, message: Message) {
    this.#shared = shared;
    this.#message = message;
    this.#risk = message.sender === 'client' ? 'narrower' : 'wider';
  }

  run(pair: SchemaPair): SchemaChange[] {
    this.#visits.set(getKey(pair), { pair, path: '', holders: [] });
    // Level by level, so that examples and paths are short. Visits that are added are visited as well.
    for (const visit of this.#visits.values()) this.#visitChildren(visit);
    const changes: SchemaChange[] = [];
    for (const visit of this.#visits.values()) {
      const { findings } = this.#shared.local.compare(visit.pair);
      for (const [index, finding] of findings.entries()) changes.push(...this.#report(visit, finding, index));
    }
    if (!changes.some(({ change }) => change.level === 'error')) changes.push(...this.#compareUnions());
    return changes;
  }

  #visitChildren(visit: Visit): void {
    for (const { pair, step } of this.#shared.local.compare(visit.pair).children) {
      const key = getKey(pair);
      const child = this.#visits.get(key) ?? { pair, path: extendPath(visit.path, step), holders: [] };
      this.#visits.set(key, child);
      // The message itself is complete: it is not embedded in what it contains.
      if (child.pair !== this.#root.pair) child.holders.push({ pair: visit.pair, step });
    }
  }

  get #root(): Visit {
    const [root] = this.#visits.values();
    if (!root) throw new Error('The message has no schema.');
    return root;
  }

  // Alternatives that changed may overlap now, which no change of a single one shows.
  #compareUnions(): SchemaChange[] {
    const finding: Found = { kind: 'schema-changed', what: 'the schema' };
    for (const visit of this.#visits.values()) {
      const { mayOverlap } = this.#shared.local.compare(visit.pair);
      const changes = mayOverlap ? this.#report(visit, finding, -1) : [];
      if (changes.length > 0) return changes;
    }
    return [];
  }

  // Clients send no readOnly member, and servers return no writeOnly one.
  #isHidden(at: NonNullable<Found['at']>): boolean {
    const hiding = selectView(this.#message) === 'request' ? 'readOnly' : 'writeOnly';
    const { conjuncts } = createShape(this.#shared.models[at.side], at);
    return conjuncts.some(({ node }) => node.annotations[hiding]);
  }

  #report(visit: Visit, finding: Found, index: number): SchemaChange[] {
    const { kind, what, before, after, at } = finding;
    if (at && this.#isHidden(at)) return [];
    const result = this.#searchExample(visit, finding, index);
    if (kind === 'schema-changed' && result?.state !== 'confirmed') return [];
    const level = this.#chooseLevel(finding, result);
    const location = at ?? { ...visit.pair.new, side: 'new' as const };
    const { title }: SchemaRule = SCHEMA_RULES[kind];
    const describe = (path: string) => describeChange({ title, what, path, before, after });
    const change = {
      rule: `${this.#message.name}-${kind}`,
      level,
      pointer: getFirstPointer(location),
      side: location.side,
      before: formatValue(before),
      after: formatValue(after),
      ...(result?.state === 'confirmed' ? { witness: result.witness } : {}),
    };
    return [{ change, path: visit.path, describe }];
  }

  // Only a change that could break the receiver is searched for a message that does.
  #searchExample(visit: Visit, finding: Found, index: number): SearchResult | undefined {
    const { effect }: SchemaRule = SCHEMA_RULES[finding.kind];
    if (effect !== this.#risk && effect !== 'either') return undefined;
    const { values, isComplete } = this.#findValues(visit.pair, finding, index);
    if (values.length === 0) return { state: isComplete ? 'refuted' : 'undetermined' };
    const holders = (pair: SchemaPair) => this.#visits.get(getKey(pair))?.holders ?? [];
    return this.#shared.search.embed(this.#message, visit.pair, { values, holders });
  }

  #findValues(pair: SchemaPair, finding: Found, index: number): LocalResult {
    const key = `${this.#message.sender} ${index} ${getKey(pair)}`;
    const { values, search } = this.#shared;
    const result = values.get(key) ?? search.findValues(this.#message, pair, finding);
    values.set(key, result);
    return result;
  }

  #chooseLevel({ kind, effect }: Found, result: SearchResult | undefined): ChangeLevel {
    if (result?.state === 'confirmed') return 'error';
    if (result?.state === 'refuted' || (effect !== undefined && effect !== this.#risk)) return 'info';
    return getLevel(kind, this.#message.sender);
  }
}

function extendPath(path: string, step: Step): string {
  if (step.kind === 'property') return path === '' ? step.name : `${path}.${step.name}`;
  if (step.kind === 'item') return `${path}[${step.isPositional ? step.index : ''}]`;
  return step.kind === 'member' ? `${path}.*` : path;
}
