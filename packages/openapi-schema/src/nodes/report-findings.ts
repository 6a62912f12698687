// Reports the errors of a schema as it is written: keywords with invalid values, and members that several parts
// describe, each with another default.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { readSchemaPattern } from '../redos/read-schema-pattern.ts';
import { collectApplied } from './applied-nodes.ts';
import type { Diagnostics } from './diagnostics.ts';
import { jsonEqual } from './json-equal.ts';
import { refuseUnkept } from './keyword-values.ts';
import type { SchemaNode } from './schema-node.ts';

/** Reports the errors and warnings of one schema, without those of its references and subschemas. */
export function reportFindings(
  node: SchemaNode,
  diagnostics: { errors: Diagnostics; warnings: Diagnostics },
): void {
  const { schema, pointer } = node.origin;
  if (!isJsonObject(schema)) return;
  refuseUnkept(diagnostics, { schema, pointer });
  reportPatterns(diagnostics.errors, node);
  reportDifferentDefaults(diagnostics.warnings, node);
}

// The pattern decides which schema applies to a member, so that one without a safe matcher cannot be an annotation.
function reportPatterns(errors: Diagnostics, { keywords }: SchemaNode): void {
  for (const [pattern, { pointer }] of keywords.patternProperties) {
    const reading = readSchemaPattern(pattern, pointer);
    if ('problem' in reading) errors.add(pointer, reading.problem.message, 'Correct the pattern.');
  }
}

// A default is not filled in where a part before it gives the member another one.
function reportDifferentDefaults(warnings: Diagnostics, node: SchemaNode): void {
  const parts = collectApplied([node]);
  if (parts.length === 1) return;
  const first = new Map<string, JsonValue>();
  for (const [name, member] of parts.flatMap(({ keywords }) => [...keywords.properties])) {
    const value = member.fallback;
    if (value === undefined) continue;
    const firstDefault = first.get(name) ?? value;
    first.set(name, firstDefault);
    if (jsonEqual(firstDefault, value)) continue;
    const message = `Conflicting defaults for "${name}": another part of the schema sets ${JSON.stringify(firstDefault)}, which is used.`;
    warnings.add(member.pointer, message, 'Use the same default in both.');
  }
}
