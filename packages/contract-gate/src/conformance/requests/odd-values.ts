import type { JsonValue } from '@keyframe/openapi-model';

const ODD = /[\p{Cc}\p{Surrogate}]/u;

/** Whether a text in a value contains control characters or lone surrogates (RFC 8259). */
export function containsOddText(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return ODD.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => ODD.test(name) || containsOddText(member));
}

/**
 * Whether a value contains control characters, lone surrogates or integers that JSON does not transport exactly (RFC 8259).
 * Servers may reject them.
 */
export function containsOddValue(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return containsOddText(value);
  return Object.entries(value).some(([name, member]) => ODD.test(name) || containsOddValue(member));
}
