// Walks two versions of a schema side by side and names what changed; what the changes do is for `WitnessSearch` to say.
import {
  type Change,
  type ChangeLevel,
  type Comparison,
  type Message,
  type SchemaPair,
  shown,
} from '../change.ts';
import { compareArrays } from './compare-arrays.ts';
import { compareConditions } from './compare-conditions.ts';
import { compareNotes } from './compare-notes.ts';
import { compareObjects } from './compare-objects.ts';
import { compareConstants, compareNumbers, compareStrings, compareTypes } from './compare-scalars.ts';
import { compareUnions } from './compare-unions.ts';
import { describeChange } from './describe-change.ts';
import { getLevel, SCHEMA_RULES, type SchemaRule } from './schema-rules.ts';
import { createShape, getFirstPointer } from './shape.ts';
import type { Found, Walk } from './walk.ts';
import { type Frame, type SearchResult, WitnessSearch } from './witness.ts';

const MOST_FRAMES = 40;

/** Compares the versions of a schema of a message. */
export class SchemaComparison {
  readonly #comparison: Comparison;
  readonly #search: WitnessSearch;
  readonly #results = new Map<string, Omit<Change, 'operations'>[]>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.#search = new WitnessSearch(comparison.models);
  }

  /** Compares two schemas that are at the same location in a message of an operation. */
  compare(message: Message, operation: string, pair: SchemaPair): void {
    const key = `${message.name} ${pair.old.pointer} ${pair.new.pointer}`;
    let changes = this.#results.get(key);
    if (!changes) {
      const walker = new Walker(this.#comparison, this.#search, message);
      changes = walker.run(pair);
      this.#results.set(key, changes);
    }
    for (const change of changes) this.#comparison.report({ ...change, operations: [operation] });
  }
}

class Walker {
  readonly #comparison: Comparison;
  readonly #search: WitnessSearch;
  readonly #message: Message;
  /** The kind of change that would break the receiver. */
  readonly #risk: 'narrower' | 'wider';
  readonly #changes: Omit<Change, 'operations'>[] = [];
  readonly #seen = new Set<string>();

  constructor(comparison: Comparison, search: WitnessSearch, message: Message) {
    this.#comparison = comparison;
    this.#search = search;
    this.#message = message;
    this.#risk = message.sender === 'client' ? 'narrower' : 'wider';
  }

  run(pair: SchemaPair): Omit<Change, 'operations'>[] {
    const root: Frame = { ...pair, step: { kind: 'same' } };
    this.#walk([root]);
    this.#checkWhole(root);
    return this.#changes;
  }

  #walk(frames: readonly Frame[]): void {
    const frame = frames.at(-1);
    if (!frame || frames.length > MOST_FRAMES) return;
    const key = `${frame.old.pointer} ${frame.new.pointer}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const { models } = this.#comparison;
    const walk: Walk = {
      frames,
      models,
      old: createShape(models.old, frame.old),
      new: createShape(models.new, frame.new),
      report: (found) => this.#report(frames, found),
      descend: (pair, step) => this.#walk([...frames, { ...pair, step }]),
    };
    if (compareTypes(walk)) compareWithin(walk);
    compareNotes(walk);
  }

  #report(frames: readonly Frame[], found: Found): void {
    const { kind, what, before, after, at } = found;
    const result = this.#searchExample(frames, found);
    const frame = frames.at(-1);
    const level = this.#chooseLevel(found, result);
    const location = at ?? { ...(frame?.new ?? { pointer: '#' }), side: 'new' as const };
    const { title }: SchemaRule = SCHEMA_RULES[kind];
    this.#changes.push({
      rule: `${this.#message.name}-${kind}`,
      level,
      pointer: getFirstPointer(location),
      side: location.side,
      message: `${describeChange({ title, what, path: formatPath(frames), before, after })}${remarkOn(result, level)}`,
      before: before === undefined ? 'nothing' : shown(before),
      after: after === undefined ? 'nothing' : shown(after),
      ...(result?.state === 'confirmed' ? { witness: result.witness } : {}),
    });
  }

  // Only a change that could break the receiver is searched for a message that does.
  #searchExample(frames: readonly Frame[], { kind, hints, member }: Found): SearchResult | undefined {
    const { effect }: SchemaRule = SCHEMA_RULES[kind];
    return effect === this.#risk || effect === 'either'
      ? this.#search.find(this.#message, frames, { hints, member })
      : undefined;
  }

  #chooseLevel({ kind, effect }: Found, result: SearchResult | undefined): ChangeLevel {
    if (result?.state === 'confirmed') return 'error';
    if (effect !== undefined && effect !== this.#risk) return 'info';
    const level = getLevel(kind, this.#message.sender);
    return result?.state === 'refuted' && level === 'error' ? 'info' : level;
  }

  // Checks whole schemas, which reveals breaks that no single keyword shows.
  #checkWhole(root: Frame): void {
    if (this.#changes.some(({ level }) => level === 'error')) return;
    const result = this.#search.find(this.#message, [root]);
    if (result.state !== 'confirmed') return;
    this.#changes.push({
      rule: `${this.#message.name}-schema-changed`,
      level: 'error',
      pointer: getFirstPointer(root.new),
      side: 'new',
      message: `${SCHEMA_RULES['schema-changed'].title}.`,
      before: 'accepted',
      after: 'refused',
      witness: result.witness,
    });
  }
}

function compareWithin(walk: Walk): void {
  compareConstants(walk);
  compareNumbers(walk);
  compareStrings(walk);
  compareArrays(walk);
  compareObjects(walk);
  compareUnions(walk);
  compareConditions(walk);
}

// `input.images[0]`; empty at the message itself.
function formatPath(frames: readonly Frame[]): string {
  return frames.reduce((text, { step }) => {
    if (step.kind === 'property') return text === '' ? step.name : `${text}.${step.name}`;
    if (step.kind === 'item') return `${text}[${step.index}]`;
    return step.kind === 'member' ? `${text}.*` : text;
  }, '');
}

function remarkOn(result: SearchResult | undefined, level: ChangeLevel): string {
  if (result?.state === 'refuted') return ' No message shows it.';
  return result?.state === 'undetermined' && level !== 'info' ? ' No message was found that shows it.' : '';
}
