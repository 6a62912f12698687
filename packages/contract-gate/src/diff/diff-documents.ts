import {
  formatOperation,
  isWithin,
  listSelected,
  listSelectedWebhooks,
  type OpenApiModel,
  type Operation,
  type Selection,
} from '@keyframe/openapi-model';
import { specializeSchemas } from '@keyframe/openapi-schema';
import { requireMatches } from '../filter/require-matches.ts';
import type { Change, ChangeLevel, Comparison, Pair } from './change.ts';
import { compareCallbacks } from './compare-callbacks.ts';
import { compareOperations } from './compare-operations.ts';
import { compareSchemes } from './compare-security.ts';
import { createContext, operationKey } from './context.ts';
import { pairOperations } from './pair-operations.ts';
import { selectsRule } from './rule-ids.ts';
import { SchemaComparison } from './schema/compare-schemas.ts';

/** Levels by rule id, or by the beginning of an id followed by `*`; `off` disables a rule. */
export type RuleLevels = Readonly<Record<string, ChangeLevel | 'off'>>;

/** Options of `diffDocuments`. */
export interface DiffOptions extends Selection {
  /** `2026-11-22`, the day that sunsets are compared with; today by default. */
  today?: string | undefined;
  /** Levels of rules; the last matching entry applies. */
  rules?: RuleLevels | undefined;
  /** Operations that were omitted from one version because of their problems; neither version's is compared. */
  omitted?: readonly Operation[] | undefined;
}

const ORDER: readonly ChangeLevel[] = ['error', 'warning', 'info'];

/**
 * Lists the changes in meaning between two versions of a document, the breaking ones first.
 * Throws UsageError if a filter matches nothing.
 */
export function diffDocuments(versions: Pair<OpenApiModel>, options: DiffOptions = {}): Change[] {
  const { omitted = [] } = options;
  // Writes discriminators as constants, which are compared as any others.
  const specialized = { old: specializeSchemas(versions.old), new: specializeSchemas(versions.new) };
  const models = {
    old: withoutOperations(specialized.old.model, omitted),
    new: withoutOperations(specialized.new.model, omitted),
  };
  const changes = new Map<string, Change>();
  const comparison: Comparison = {
    models,
    operations: pairOperations(models),
    today: options.today ?? new Date().toISOString().slice(0, 10),
    report: (change, cause) => {
      const [pointer = change.pointer] = specialized[change.side].listOrigins(change.pointer);
      join(changes, { ...change, pointer }, cause);
    },
  };
  const base = { comparison, schemas: new SchemaComparison(comparison) };
  compareSchemes(createContext(base, '', false));
  compareOperations(base);
  compareCallbacks(base);
  const chosen = chosenChanges([...changes.values()], models, options);
  return chosen
    .map((change) => withLevel(change, options.rules ?? {}))
    .filter((change) => change !== undefined)
    .sort((left, right) => ORDER.indexOf(left.level) - ORDER.indexOf(right.level));
}

function withoutOperations(model: OpenApiModel, omitted: readonly Operation[]): OpenApiModel {
  if (omitted.length === 0) return model;
  const keys = new Set(omitted.map(operationKey));
  const isKept = (operation: Operation) => !keys.has(operationKey(operation));
  return {
    ...model,
    operations: model.operations.filter(isKept),
    webhooks: model.webhooks.filter(({ operations }) => operations.every(isKept)),
  };
}

// Selects the changes of chosen operations, in either version, and the changes at chosen pointers.
function chosenChanges(changes: Change[], models: Pair<OpenApiModel>, choice: Selection): Change[] {
  const { include = [], exclude = [] } = choice;
  if (include.length + exclude.length === 0) return changes;
  requireMatches([models.old, models.new], choice);
  const chosen = new Set([...chosenNames(models.old, choice), ...chosenNames(models.new, choice)]);
  const isNamed = (filter: readonly string[], { pointer }: Change) =>
    filter.some((text) => text.startsWith('#') && isWithin(pointer, text));
  const choose = (change: Change): Change | undefined => {
    if (isNamed(exclude, change)) return undefined;
    if (isNamed(include, change)) return change;
    if (change.operations.length === 0) return include.length === 0 ? change : undefined;
    // A callback is named after its operation: `POST /v1/x callback done`.
    const operations = change.operations.filter((name) => chosen.has(name.replace(/ callback .*$/s, '')));
    return operations.length === 0 ? undefined : { ...change, operations };
  };
  return changes.map(choose).filter((change) => change !== undefined);
}

function chosenNames(model: OpenApiModel, choice: Selection): string[] {
  const webhooks = listSelectedWebhooks(model, choice);
  return [
    ...listSelected(model, choice).map(formatOperation),
    ...webhooks.map(({ name }) => `webhook ${name}`),
  ];
}

// Reports the change of a component once, with all operations that use it.
function join(changes: Map<string, Change>, change: Change, cause = change.message): void {
  const { rule, level, side, pointer } = change;
  const key = [rule, level, side, pointer, cause].join(' ');
  const existing = changes.get(key);
  if (!existing) changes.set(key, change);
  else existing.operations = [...new Set([...existing.operations, ...change.operations])];
}

function withLevel(change: Change, rules: RuleLevels): Change | undefined {
  const fitting = Object.keys(rules).filter((name) => selectsRule(name, change.rule));
  const level = rules[fitting.at(-1) ?? ''] ?? change.level;
  return level === 'off' ? undefined : { ...change, level };
}
