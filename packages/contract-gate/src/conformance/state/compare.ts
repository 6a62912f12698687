// Compares what was sent with what is shown.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** The names of what a server changes by itself while time goes by. */
export const MOVING = /status|state|progress|result/i;

/** Tells whether a value is shown as it was sent: times may be written otherwise, objects may have gained members. */
export function isShownAs(sent: JsonValue | undefined, shown: JsonValue | undefined): boolean {
  if (typeof sent === 'string' && typeof shown === 'string' && DATE_TIME.test(sent) && DATE_TIME.test(shown))
    return Date.parse(sent) === Date.parse(shown);
  if (Array.isArray(sent)) {
    return (
      Array.isArray(shown) &&
      sent.length === shown.length &&
      sent.every((item, index) => isShownAs(item, shown[index]))
    );
  }
  if (isJsonObject(sent)) {
    return (
      isJsonObject(shown) && Object.entries(sent).every(([name, member]) => isShownAs(member, shown[name]))
    );
  }
  // A member that is null may be left out.
  return sent === shown || (sent === null && shown === undefined);
}

/** Tells whether two values are the same, whatever the order of members. */
export function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return isShownAs(one, other) && isShownAs(other, one);
}

/** Finds the object in a response that represents a resource: the body itself, or what it wraps. */
export function representationIn(body: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const inner = [body.data, body.result, body.item].find((one) => isJsonObject(one));
  return isJsonObject(inner) && Object.keys(body).length <= 3 ? inner : body;
}
