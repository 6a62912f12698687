import type { JsonValue } from '@keyframe/openapi-model';
import type { SchemaNode } from '@keyframe/openapi-schema';
import { findDefault } from '@keyframe/openapi-schema/facts';
import { isParameter, isReturnedAs, isSame } from '../behavior/compare.ts';
import { expectOmitted } from '../behavior/expect-omitted.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import {
  isRemovable,
  isReturnable,
  isSettable,
  omittedDefaults,
  readableProperties,
  writableProperties,
} from '../resources/described-properties.ts';
import { describedValues } from '../schema/described-members.ts';

/** A property that a PUT omitted: its default, and its values before and after the PUT. */
interface OmittedProperty {
  expected: JsonValue | undefined;
  previous: JsonValue | undefined;
  received: JsonValue | undefined;
  /** Whether a request of the run set the previous value. */
  wasSent: boolean;
  /** The defaults of the creation and of the response, and what is likely to be one. */
  otherDefaults: readonly (JsonValue | undefined)[];
}

export const putKeepsOmittedProperty: StateCheck<ObservedUpdate> = {
  id: 'put-keeps-omitted-property',
  title: 'A PUT kept an omitted property',
  explanation:
    'A PUT replaces the resource (RFC 9110, section 9.3.4): an omitted property is removed or reset to its default. A property that is set once, such as `createdAt`, and a value that no request set, may stay. It is a warning if the response requires the property and the document has no default: the kept value may be the default.',
  basis: 'promise',
  run({ client, resource, operation, sent, before, after }) {
    const { session } = client.context;
    const readable = readableProperties(session, client.collection.read);
    const writable = writableProperties(session, operation);
    const defaults = omittedDefaults(session, operation, sent);
    const { create } = client.collection;
    const createdDefaults = create ? omittedDefaults(session, create, {}) : new Map<string, JsonValue>();
    const readDefaults = new Map([...readable].map(([name, schema]) => [name, findDefault(schema)]));
    return (
      [...writable.keys()]
        .filter((name) => expectOmitted(client, { operation, sent, name }) === 'reset' && readable.has(name))
        // No earlier request can have set a value that requests do not accept.
        .filter((name) => isSettable(session, writable.get(name), after.value[name]))
        // No response can have a default that its schema rejects.
        .filter(
          (name) => !defaults.has(name) || isReturnable(session, readable.get(name), defaults.get(name)),
        )
        // The id in the path is part of the request.
        .filter((name) => !isParameter(after.exchange, name, after.value[name]))
        .filter((name) =>
          keepsOmitted({
            expected: defaults.get(name),
            previous: before.value[name],
            received: after.value[name],
            wasSent: client.wasSent(resource, name, before.value[name]),
            otherDefaults: [
              createdDefaults.get(name),
              readDefaults.get(name),
              isRemovable(session, after.exchange, name) ? undefined : findFirstConstant(readable.get(name)),
            ],
          }),
        )
        .map((name) => {
          const [expected, received] = [defaults.get(name), after.value[name]];
          const message = `A PUT without \`${name}\` left it at ${formatValue(received)}.`;
          const { exchange } = after;
          const isCertain = expected !== undefined || isRemovable(session, exchange, name);
          const violation = propertyViolation({ operation, exchange, name, expected, received, message });
          return { ...violation, basis: isCertain ? undefined : 'incomplete' };
        })
    );
  },
};

/** Whether a property that a PUT omitted is neither removed nor reset to its default. */
export function keepsOmitted({
  expected,
  previous,
  received,
  wasSent,
  otherDefaults,
}: OmittedProperty): boolean {
  if (received === undefined) return false;
  if (expected !== undefined) return !isReturnedAs(expected, received);
  if (otherDefaults.some((value) => value !== undefined && isSame(value, received))) return false;
  return wasSent && !isEmpty(received) && isSame(previous, received);
}

// A server without a documented default most often takes the first constant.
function findFirstConstant(schema: SchemaNode | undefined): JsonValue | undefined {
  return schema && describedValues(schema)[0];
}

// Values that servers return for a property without a value.
function isEmpty(value: JsonValue | undefined): boolean {
  const isEmptyObject = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return (
    isEmptyObject || value === undefined || value === null || value === '' || value === false || value === 0
  );
}
