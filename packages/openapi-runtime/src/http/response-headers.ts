// Headers as values: read to be checked against their schema, written when a handler gives them.

import { z } from '@hono/zod-openapi';
import { isObject } from '../schema/json-type.ts';
import { bareObject } from './bare-object.ts';
import type { TextDefinition } from './operation-definition.ts';
import { fittest, hasList, type Reading, readValue } from './read-value.ts';

/** A finding about a header: its name, the way into its value, and what is wrong. */
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
    const reading = readHeader(headers, definition);
    if (reading && 'problem' in reading) issues.push({ path: [name], message: reading.problem });
    else if (reading) values.push([name, fittest(reading.values, listSchemas(schema, name))]);
  }
  const result = schema.safeParse(bareObject(values));
  const refused = new Set(issues.map(({ path }) => path[0]));
  const schemaIssues = result.success
    ? []
    : result.error.issues.filter(({ path: [name = ''] }) => !refused.has(name));
  return [...issues, ...schemaIssues.map(({ path, message }) => ({ path, message }))];
}

function listSchemas(schema: z.ZodType, name: string): z.core.$ZodType[] {
  const member: z.core.$ZodType | undefined = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return member ? [member] : [];
}

// Each cookie has a header of its own, because its value may contain commas (RFC 9110, section 5.3).
function readHeader(headers: Headers, definition: TextDefinition): Reading {
  const isCookieList = isSetCookie(definition.name) && hasList(definition.shape);
  if (isCookieList) return headers.has(definition.name) ? { values: [headers.getSetCookie()] } : undefined;
  const text = headers.get(definition.name);
  const texts = text === null ? [] : [text];
  return readValue(definition, { style: 'simple', texts, decode: (piece) => piece.trim() });
}

/** Checks whether a header is the only one whose items are never joined. */
export function isSetCookie(name: string): boolean {
  return name.toLowerCase() === 'set-cookie';
}

/** Writes the value of a header in the style `simple`. */
export function writeHeader(value: unknown, definition: TextDefinition | undefined): string {
  if (definition?.shape === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(String).join(',');
  if (!isObject(value)) return String(value);
  const between = definition?.explode ? '=' : ',';
  return Object.entries(value)
    .map(([name, member]) => `${name}${between}${String(member)}`)
    .join(',');
}
