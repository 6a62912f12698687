import type { JsonValue } from '@keyframe/openapi-model';
import { isParameter, isReturnedAs, isSame } from '../behavior/compare.ts';
import type { Representation } from '../behavior/resource-client.ts';
import { propertyViolation, type StateCheck, type StateViolation } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import {
  isReturnable,
  itemProperties,
  listServerMembers,
  readableProperties,
  settableProperties,
} from '../resources/described-properties.ts';
import { isMergePatch } from './update-changes-other-property.ts';

export const updateLost: StateCheck<ObservedUpdate> = {
  id: 'update-lost',
  title: 'An update was not stored',
  explanation:
    'The update succeeded, but its response or a later read lacks a sent value. It is a warning if the document does not describe the resource that the read returns.',
  basis: 'promise',
  run(update) {
    const { client, exchange, after } = update;
    const value = client.unwrap(exchange);
    const returned = value && after.exchange !== exchange ? [{ exchange, value }] : [];
    return [after, ...returned].flatMap((shown) => compare(update, shown));
  },
};

function compare(update: ObservedUpdate, shown: Representation): StateViolation[] {
  const { client, operation, sent } = update;
  const { exchange, value } = shown;
  const { session } = client.context;
  const { read, list } = client.collection;
  const isListed = !read && exchange.operation === list;
  const readable = isListed ? itemProperties(session, list) : readableProperties(session, exchange.operation);
  const writable = settableProperties(session, operation);
  const serverMembers = new Set(listServerMembers(session, client.collection, operation));
  const isExpected = ([name, expected]: [string, JsonValue | undefined]) => {
    // The request repeats the version of the last read, which the server raises.
    if (serverMembers.has(name)) return false;
    if (readable.size === 0) return isUnchanged(update, shown, name);
    if (!readable.has(name)) return false;
    return isMergePatch(update.draft) || isReturnable(session, readable.get(name), expected);
  };
  const where = exchange === update.exchange ? 'the response' : `a ${isListed ? 'list' : 'read'}`;
  return (
    Object.entries(sent)
      .filter(([name, expected]) => !isReturnedAs(expected, value[name]))
      .filter(([name]) => writable.has(name))
      .filter(isExpected)
      // The id in the path identifies the resource, not the one in the body.
      .filter(([name]) => ![exchange, update.exchange].some((one) => isParameter(one, name, value[name])))
      .map(([name, expected]) => {
        const received = value[name];
        const message = `\`${name}\` was set to ${formatValue(expected)}, but ${where} has ${formatValue(received)}.`;
        const basis = readable.size === 0 ? ('incomplete' as const) : undefined;
        return { ...propertyViolation({ operation, exchange, name, expected, received, message }), basis };
      })
  );
}

// Without a description of the resource, only a value that the update left as it was shows that it had no effect.
function isUnchanged(
  { client, sent, before, exchange }: ObservedUpdate,
  shown: Representation,
  name: string,
): boolean {
  if (shown.exchange === exchange || client.isVolatile(name) || sent[name] === null) return false;
  return Object.hasOwn(before.value, name) && isSame(before.value[name], shown.value[name]);
}
