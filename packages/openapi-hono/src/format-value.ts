import type { JsonValue } from '@keyframe/openapi-model';

/** Formats a value as JSON, cut at a length. */
export function formatValue(value: JsonValue, longest: number): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
