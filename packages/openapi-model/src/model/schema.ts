import type { JsonObject, JsonValue } from '../json.ts';

/** A JSON Schema 2020-12 as written in the document: an object of keywords, true or false. */
export type Schema = boolean | JsonObject;

/** A schema and its location. */
export interface LocatedSchema {
  schema: Schema;
  pointer: string;
}

/** Checks whether a value can be a schema. */
export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
