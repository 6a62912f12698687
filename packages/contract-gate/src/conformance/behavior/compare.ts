// Compares sent values with returned values.
import { isJsonObject, type JsonObject, type JsonValue } from '@keyframe/openapi-model';
import type { Conventions } from '../conventions.ts';
import { findEnvelope } from '../resources/envelopes.ts';
import type { Exchange } from '../session/session.ts';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

// A secret whose characters are hidden: `**********`.
const MASK = /^[*•●]{3,}$/;

/**
 * Whether a value is returned as it was sent; times may be formatted differently, secrets masked, objects may have more
 * properties.
 */
export function isReturnedAs(sent: JsonValue | undefined, returned: JsonValue | undefined): boolean {
  if (
    typeof sent === 'string' &&
    typeof returned === 'string' &&
    DATE_TIME.test(sent) &&
    DATE_TIME.test(returned)
  )
    return Date.parse(sent) === Date.parse(returned);
  if (typeof sent === 'string' && typeof returned === 'string' && MASK.test(returned)) return true;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(returned) &&
      sent.length === returned.length &&
      sent.every((item, index) => isReturnedAs(item, returned[index]))
    );
  }
  if (isJsonObject(sent)) {
    return (
      isJsonObject(returned) &&
      Object.entries(sent).every(([name, value]) => isReturnedAs(value, returned[name]))
    );
  }
  // A server may omit a property that is null.
  return sent === returned || (sent === null && returned === undefined);
}

/** Whether two values are equal, regardless of the order of properties. */
export function isSame(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return isReturnedAs(left, right) && isReturnedAs(right, left);
}

/** Finds the resource in a response to a path, or in a callback: the body itself, or the object in its envelope. */
export function unwrapResource(
  body: JsonValue | undefined,
  conventions: Conventions,
  path = '',
): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const isObject = (name: string) => isJsonObject(body[name]);
  const envelope = findEnvelope({ names: Object.keys(body), path, conventions, isObject });
  const inner = envelope === undefined ? body : body[envelope];
  return isJsonObject(inner) ? inner : body;
}

/** Whether a value is that of a path parameter of the request. */
export function isInPath({ draft }: Pick<Exchange, 'draft'>, value: JsonValue | undefined): boolean {
  return [...draft.parameters].some(([key, own]) => key.startsWith('path:') && String(own) === String(value));
}
