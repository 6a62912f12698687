import type { JsonObject, JsonValue } from '../json.ts';

/** Describes a JSON Schema 2020-12 as it stands in the document: an object of keywords, true or false. */
export type Schema = boolean | JsonObject;

/** Carries a schema together with the place where it stands. */
export interface LocatedSchema {
  schema: Schema;
  pointer: string;
}

/** Tells whether a value can be a schema. */
export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
