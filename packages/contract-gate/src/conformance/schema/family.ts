import type { LocatedSchema } from '@keyframe/openapi-model';
import { childSchemas, type ObjectSchema, type SchemaSpace } from './schema-space.ts';

/** Lists a schema with all that stands in it or that it refers to, each once. */
export function familyOf(space: SchemaSpace, located: LocatedSchema): ObjectSchema[] {
  const found = new Map<string, ObjectSchema>();
  const waiting = [located];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = found.has(next.pointer) ? undefined : space.read(next);
    if (!place) continue;
    found.set(place.pointer, place);
    const target = space.target(place);
    waiting.push(...(target ? [target] : []), ...childSchemas(place).toReversed());
  }
  return [...found.values()];
}
