import { hash } from 'node:crypto';
import type { JsonValue } from '@keyframe/openapi-model';

/** Digests a value: thousands of variants of a large value are compared, and their texts would need gigabytes. */
export function digestValue(value: JsonValue): string {
  return hash('sha256', JSON.stringify(value), 'base64');
}
