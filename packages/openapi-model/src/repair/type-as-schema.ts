// Schemas that are written as the name of their type, `schema: string`.
import { memberOf, setMember } from '../json.ts';
import { type DocumentObject, listSlots } from '../object-kinds.ts';
import { appendPointer } from '../pointer.ts';
import { findNamedType } from './repair-types.ts';
import type { Repairable } from './repairable.ts';
import { repairText } from './repairs.ts';

/** Finds the names of types where an object holds schemas. */
export function findTypesAsSchemas(object: DocumentObject): Repairable[] {
  const findings: Repairable[] = [];
  for (const { holder, name, pointer, kind } of listSlots(object)) {
    const value = memberOf(holder, name);
    const schema = kind === 'schema' && typeof value === 'string' ? findNamedType(value) : undefined;
    if (schema === undefined) continue;
    findings.push({
      rule: 'type-as-schema',
      pointer: appendPointer(pointer, name),
      message: `Expected a schema (got the name of a type, ${JSON.stringify(value)}).`,
      repair: repairText(`Write ${JSON.stringify(schema)}.`),
      apply: () => setMember(holder, name, schema),
    });
  }
  return findings;
}
