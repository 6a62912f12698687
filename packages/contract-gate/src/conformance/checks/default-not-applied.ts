import { isReturnedAs } from '../behavior/compare.ts';
import { omittedDefaults, readableProperties } from '../behavior/described-properties.ts';
import { propertyViolation, type StateCheck } from '../behavior/state-check.ts';
import type { CreatedRepresentation } from '../behavior/state-observations.ts';
import { formatValue } from '../format-value.ts';

export const defaultNotApplied: StateCheck<CreatedRepresentation> = {
  id: 'default-not-applied',
  title: 'A documented default was not applied',
  explanation: 'The request omitted the property, but the resource does not have the default of its schema.',
  basis: 'promise',
  run({ client, operation, exchange, sent, value }) {
    const { session } = client.context;
    const { create } = client.collection;
    if (!create || !sent) return [];
    const readable = readableProperties(session, operation);
    return [...omittedDefaults(session, create, sent)]
      .filter(([name, expected]) => readable.has(name) && !isReturnedAs(expected, value[name]))
      .map(([name, expected]) => {
        const received = value[name];
        const message = `\`${name}\` was omitted and is ${formatValue(received)} instead of its default ${formatValue(expected)}.`;
        return propertyViolation({ operation, exchange, name, expected, received, message });
      });
  },
};
