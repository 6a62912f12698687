// Bodies of callbacks, in agreement with the resource that they are about.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import { overlay, replaceText } from '../json.ts';

/** The inputs of a body. */
export interface CallbackBodyOptions {
  /** The documented body. */
  template: JsonValue;
  /** The representation of the resource. */
  value: JsonObject;
  idProperty: string | undefined;
  accepts: (value: JsonValue) => boolean;
}

/** Fills the documented body with the members that the resource has, too, also one level deeper. */
export function fillCallbackBody({ template, value, idProperty, accepts }: CallbackBodyOptions): JsonValue {
  const adapted = adaptId(template, value, idProperty);
  if (!isJsonObject(adapted)) return adapted;
  let filled = overlay(adapted, selectShared(adapted, value), accepts);
  for (const [name, member] of Object.entries(filled)) {
    if (!isJsonObject(member) || JSON.stringify(value[name]) === JSON.stringify(member)) continue;
    const base = isSameThing(member, value, idProperty) ? value : withoutKeys(value, Object.keys(adapted));
    const shared = overlay(member, selectShared(member, base), (one) => accepts({ ...filled, [name]: one }));
    filled = { ...filled, [name]: shared };
  }
  return filled;
}

// The body wraps the resource: `{ "type": "task.completed", "data": { "id": … } }`.
function isSameThing(member: JsonObject, value: JsonObject, idProperty: string | undefined): boolean {
  return idProperty !== undefined && Object.hasOwn(member, idProperty) && Object.hasOwn(value, idProperty);
}

function selectShared(object: JsonObject, value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(object, name)));
}

function withoutKeys(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function adaptId(template: JsonValue, value: JsonObject, idProperty: string | undefined): JsonValue {
  const id = idProperty === undefined ? undefined : value[idProperty];
  const templateId = findId(template, idProperty);
  return typeof templateId === 'string' && templateId.length >= 4 && id !== undefined
    ? replaceText(template, templateId, String(id))
    : template;
}

function findId(template: JsonValue, idProperty: string | undefined): JsonValue | undefined {
  if (!isJsonObject(template) || idProperty === undefined) return undefined;
  if (Object.hasOwn(template, idProperty)) return template[idProperty];
  const resource = Object.values(template).find(
    (member) => isJsonObject(member) && Object.hasOwn(member, idProperty),
  );
  return isJsonObject(resource) ? resource[idProperty] : undefined;
}
