export type JsonType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** Returns the JSON type of a value; undefined if JSON cannot represent it. */
export function getJsonType(value: unknown): JsonType | undefined {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'number') return Number.isFinite(value) ? 'number' : undefined;
  return type === 'string' || type === 'boolean' || type === 'object' ? type : undefined;
}

/** Checks whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
