// Times that the mock sets itself: when a resource was created, and when it was changed.
import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { listApplied } from '../document/schema-parts.ts';

const CREATED = /^(?:created|created_?(?:at|on|date|time)|(?:date|time)_?created|creation_?(?:date|time))$/i;
const UPDATED =
  /^(?:updated|modified|(?:updated|modified|last_?(?:updated|modified))_?(?:at|on|date|time)?)$/i;

/** Writes the time of a property that is named as one; undefined for any other property. */
export function describeTimestamp(
  name: string,
  schema: SchemaNode,
  { now, only }: { now: number; only?: 'updated' | undefined },
): JsonValue | undefined {
  const isMeant = UPDATED.test(name) || (only === undefined && CREATED.test(name));
  if (!isMeant) return undefined;
  const parts = listApplied(schema);
  const format = parts.map(({ keywords }) => keywords.format).find((one) => one !== undefined);
  const text = new Date(now).toISOString();
  if (format === 'date-time') return text;
  if (format === 'date') return text.slice(0, 10);
  if (!schema.types?.has('integer') && !schema.types?.has('number')) return undefined;
  const example = parts
    .flatMap(({ annotations }) => annotations.examples)
    .find((one) => typeof one === 'number');
  const isMilliseconds = typeof example === 'number' && example > 1e11;
  return isMilliseconds ? now : Math.floor(now / 1000);
}
