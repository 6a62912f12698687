// Compares sent values with returned values.
import { isJsonObject, type JsonValue } from '@keyframe/openapi-model';
import { DATE_TIME } from '../requests/spread-times.ts';
import type { Exchange } from '../session/session.ts';

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

/**
 * Whether a property has the value of a parameter of the request, which a server may prefer to the value in the body: of one with
 * its name, or of any in the path.
 */
export function isParameter(
  { draft }: Pick<Exchange, 'draft'>,
  name: string,
  value: JsonValue | undefined,
): boolean {
  return [...draft.parameters].some(
    ([key, own]) => (key.startsWith('path:') || key.endsWith(`:${name}`)) && String(own) === String(value),
  );
}
