import { isSame } from '../behavior/compare.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { ObservedUpdate } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';
import { readableProperties } from '../resources/described-properties.ts';

export const responseDiffers: StateCheck<ObservedUpdate> = {
  id: 'response-differs',
  title: 'The response to an update differs from the next read',
  explanation:
    'An update returned a resource, but two reads after it agree on another value of a property that the request did not contain. Return the resource as it was stored. Only properties that the response and the read describe by one schema are compared, unless the server changes them by itself.',
  basis: 'convention',
  async run({ client, resource, operation, sent, exchange, after }) {
    const { session } = client.context;
    const { read } = client.collection;
    const returned = client.unwrap(exchange);
    if (!read || !returned || after.exchange === exchange) return [];
    const names = Object.keys(returned).filter((name) => Object.hasOwn(after.value, name));
    const differs = (name: string) => !isSame(returned[name], after.value[name]);
    // Work that goes on in the background may change every property.
    if (names.some((name) => client.isVolatile(name) && differs(name))) return [];
    const [updated, readable] = [readableProperties(session, operation), readableProperties(session, read)];
    const compared = names.filter(
      (name) =>
        !Object.hasOwn(sent, name) &&
        !session.conventions.matches('updated', name) &&
        readable.get(name)?.origin.pointer !== undefined &&
        readable.get(name)?.origin.pointer === updated.get(name)?.origin.pointer,
    );
    const different = compared.filter(differs);
    const again = different.length > 0 ? await client.read(resource) : undefined;
    return different
      .filter((name) => again && isSame(again.value[name], after.value[name]))
      .map((name) => {
        const [expected, received] = [after.value[name], returned[name]];
        const message = `The update returned \`${name}\` as ${formatValue(received)}, but reads have ${formatValue(expected)}.`;
        return propertyViolation({ operation, exchange, name, expected, received, message });
      });
  },
};
