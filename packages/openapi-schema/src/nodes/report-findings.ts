// Reports the errors of a schema as it is written: keywords with invalid values, and members that several parts
// describe, each with another default.
import { isJsonObject, type JsonValue, type LocatedSchema, memberOf } from '@keyframe/openapi-model';
import { readSchemaPattern } from '../redos/read-schema-pattern.ts';
import type { Diagnostics } from './diagnostics.ts';
import { jsonEqual } from './json-equal.ts';
import { type LocatedKeywords, schemaMap } from './keyword-readers.ts';
import { refuseUnkept } from './keyword-values.ts';
import type { SchemaGraph } from './schema-graph.ts';
import type { SchemaNode } from './schema-node.ts';
import { reaches } from './search-graph.ts';

/** Reports the errors and warnings of one schema, without those of its references and subschemas. */
export function reportFindings(
  graph: SchemaGraph,
  { origin }: SchemaNode,
  diagnostics: { errors: Diagnostics; warnings: Diagnostics },
): void {
  const { schema, pointer } = graph.view(origin);
  if (!isJsonObject(schema)) return;
  refuseUnkept(diagnostics, { schema, pointer });
  reportPatterns(diagnostics.errors, { schema, pointer });
  const isCombined = (memberOf(schema, 'allOf') ?? memberOf(schema, '$ref')) !== undefined;
  if (isCombined) reportDifferentDefaults(graph, diagnostics.warnings, { schema, pointer });
}

// The pattern decides which schema applies to a member, so that one without a safe matcher cannot be an annotation.
function reportPatterns(errors: Diagnostics, located: LocatedKeywords): void {
  for (const { name, located: member } of schemaMap(located, 'patternProperties')) {
    const reading = readSchemaPattern(name, member.pointer);
    if ('problem' in reading) errors.add(member.pointer, reading.problem.message, 'Correct the pattern.');
  }
}

// A default is not filled in where a part before it gives the member another one.
function reportDifferentDefaults(graph: SchemaGraph, warnings: Diagnostics, located: LocatedSchema): void {
  const first = new Map<string, JsonValue>();
  for (const { name, member } of listParts(graph, located).flatMap(listMembers)) {
    const value = graph.findDefault(member);
    if (value === undefined) continue;
    const firstDefault = first.get(name) ?? value;
    first.set(name, firstDefault);
    if (jsonEqual(firstDefault, value)) continue;
    const message = `Conflicting defaults for "${name}": another part of the schema sets ${JSON.stringify(firstDefault)}, which is used.`;
    warnings.add(member.pointer, message, 'Use the same default in both.');
  }
}

function listParts(graph: SchemaGraph, located: LocatedSchema): LocatedKeywords[] {
  const conjuncts: LocatedKeywords[] = [];
  const steps = (from: LocatedSchema) => graph.listConjuncts(from).reverse();
  const fits = ({ schema, pointer }: LocatedSchema) => {
    if (isJsonObject(schema)) conjuncts.push({ schema, pointer });
    return false;
  };
  reaches(located, { steps, fits });
  return conjuncts;
}

function listMembers(located: LocatedKeywords): { name: string; member: LocatedSchema }[] {
  return schemaMap(located, 'properties').map(({ name, located }) => ({ name, member: located }));
}
