// Comparison of a pair of schemas without those inside, which are listed. Its result is the same for every message.
import type { OpenApiModel } from '@keyframe/openapi-model';
import { getKey, type Pair, type SchemaPair } from '../change.ts';
import { compareArrays } from './compare-arrays.ts';
import { compareConditions } from './compare-conditions.ts';
import { compareNotes } from './compare-notes.ts';
import { compareObjects } from './compare-objects.ts';
import { compareConstants, compareNumbers, compareStrings, compareTypes } from './compare-scalars.ts';
import { compareUnions } from './compare-unions.ts';
import type { SchemaDifferences } from './differences.ts';
import type { Step } from './embedding.ts';
import { createShape } from './shape.ts';
import type { Found, Walk } from './walk.ts';

/** The changes of a pair of schemas. */
export interface LocalChanges {
  findings: Found[];
  /** The pairs inside that differ. */
  children: { pair: SchemaPair; step: Step }[];
  /** Whether alternatives changed, and none came or went: values may now match several of them. */
  mayOverlap: boolean;
}

/** Compares pairs of schemas, each once. */
export class LocalComparison {
  readonly #models: Pair<OpenApiModel>;
  readonly #differences: SchemaDifferences;
  readonly #results = new Map<string, LocalChanges>();

  constructor(models: Pair<OpenApiModel>, differences: SchemaDifferences) {
    this.#models = models;
    this.#differences = differences;
  }

  /** Compares two schemas; those inside are only listed. */
  compare(pair: SchemaPair): LocalChanges {
    const key = getKey(pair);
    const existing = this.#results.get(key);
    if (existing) return existing;
    const changes: LocalChanges = { findings: [], children: [], mayOverlap: false };
    this.#results.set(key, changes);
    const differences = this.#differences;
    const walk: Walk = {
      models: this.#models,
      old: createShape(this.#models.old, pair.old),
      new: createShape(this.#models.new, pair.new),
      differs: (child) => differences.differs(child),
      report: (finding) => changes.findings.push(finding),
      descend: (child, step) => {
        if (differences.differs(child)) changes.children.push({ pair: differences.resolve(child), step });
      },
    };
    if (compareTypes(walk)) compareWithin(walk);
    compareNotes(walk);
    const { findings, children } = changes;
    // It differs, and no comparison of keywords has named the difference.
    if (findings.length + children.length === 0)
      findings.push({ kind: 'schema-changed', what: 'the schema' });
    changes.mayOverlap =
      children.some(({ step }) => step.kind === 'same') &&
      !findings.some(({ kind }) => kind.startsWith('alternative-'));
    return changes;
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
