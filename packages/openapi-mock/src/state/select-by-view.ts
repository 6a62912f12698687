// Selects the resources of a view by the values that a request has of their members.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Selector, View } from '@keyframe/openapi-resources';
import type { Call } from '../engine.ts';
import type { Resource } from './world.ts';

/** Reports whether a request has all values that a view selects by. */
export function isSelecting({ selectors }: View, call: Call): boolean {
  return selectors.every((selector) => readWanted(selector, call) !== undefined);
}

/** Reports whether a view selects a resource. */
export function selects({ selectors }: View, call: Call, { value }: Resource): boolean {
  return selectors.every((selector) => hasValue(value[selector.member], String(readWanted(selector, call))));
}

function readWanted({ parameter, member }: Selector, call: Call): JsonValue | undefined {
  if (parameter !== undefined) return call.parameters.get(parameter);
  return isJsonObject(call.body) ? call.body[member] : undefined;
}

// A member may be a list of values, or an object that has the value, such as a category with its id and name.
function hasValue(member: JsonValue | undefined, text: string): boolean {
  if (Array.isArray(member)) return member.some((item) => hasValue(item, text));
  const values = isJsonObject(member) ? Object.values(member) : [member];
  return values.some(
    (value) => ['string', 'number', 'boolean'].includes(typeof value) && String(value) === text,
  );
}
