// Headers as values: read to be checked against their schema, written when a handler gives them.
import type { z } from '@hono/zod-openapi';
import { isObject } from '../schema/json-type.ts';
import type { TextDefinition } from './operation-definition.ts';
import { readValue } from './read-value.ts';

/** Is a finding about a header: its name, the way into its value, and what is wrong. */
export interface HeaderIssue {
  path: PropertyKey[];
  message: string;
}

/** Compares headers with their schema. */
export function checkHeaders(
  schema: z.ZodType,
  headers: Headers,
  definitions: readonly TextDefinition[],
): HeaderIssue[] {
  const issues: HeaderIssue[] = [];
  const values: [string, unknown][] = [];
  for (const definition of definitions) {
    const { name } = definition;
    const text = headers.get(name);
    const texts = text === null ? [] : [text];
    const reading = readValue(definition, { style: 'simple', texts, decode: (piece) => piece.trim() });
    if (reading && 'problem' in reading) issues.push({ path: [name], message: reading.problem });
    else if (reading) values.push([name, reading.value]);
  }
  const result = schema.safeParse(Object.fromEntries(values));
  const refused = new Set(issues.map(({ path }) => path[0]));
  const found = result.success
    ? []
    : result.error.issues.filter(({ path: [name = ''] }) => !refused.has(name));
  return [...issues, ...found.map(({ path, message }) => ({ path, message }))];
}

/** Writes the value of a header in the style `simple`. */
export function writeHeader(value: unknown, definition: TextDefinition | undefined): string {
  if (definition?.kind === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(String).join(',');
  if (!isObject(value)) return String(value);
  const between = definition?.explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, member]) => `${name}${between}${String(member)}`)
    .join(',');
}
