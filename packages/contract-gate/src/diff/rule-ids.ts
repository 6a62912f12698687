import { suggestNames } from '@keyframe/openapi-model/names';
import { UsageError } from '../usage-error.ts';
import { MESSAGES } from './change.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { SCHEMA_RULES } from './schema/schema-rules.ts';

/** Reports whether a pattern selects a rule; `*` at its end matches any rest. */
export function selectsRule(pattern: string, rule: string): boolean {
  return pattern.endsWith('*') ? rule.startsWith(pattern.slice(0, -1)) : rule === pattern;
}

/** Throws UsageError for a pattern that selects no rule: its level would have no effect. */
export function requireRules(patterns: readonly string[]): void {
  const ids = listRuleIds();
  const unknown = patterns.find((pattern) => !ids.some((id) => selectsRule(pattern, id)));
  if (unknown === undefined) return;
  const hint = suggestNames(unknown.replace(/\*$/, ''), ids);
  throw new UsageError(
    `Unknown rule "${unknown}".${hint} Each finding of diff ends with the id of its rule, such as operation-removed.`,
  );
}

function listRuleIds(): string[] {
  const messages = Object.keys(MESSAGES);
  const names = Object.keys(SCHEMA_RULES);
  const ofSchemas = names.flatMap((name) => messages.map((message) => `${message}-${name}`));
  return [...Object.keys(DOCUMENT_RULES), ...ofSchemas];
}
