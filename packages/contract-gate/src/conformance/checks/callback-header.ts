import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import { formatValue } from '../format-value.ts';
import { acceptsText } from '../requests/parse-text-values.ts';
import type { Check, Violation } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const callbackHeader: Check<ObservedDelivery> = {
  id: 'callback-header',
  title: 'A header or query parameter of a callback is missing or invalid',
  explanation: 'A documented parameter of the callback is missing, or violates its schema.',
  basis: 'schema',
  run({ candidate, delivery, space }) {
    return candidate.operation.parameters.flatMap((parameter): Violation[] => {
      const { name, location, required, schema, pointer } = parameter;
      if (location !== 'header' && location !== 'query') return [];
      const text = location === 'header' ? findHeader(delivery, name) : findQueryParameter(delivery, name);
      if (text === undefined) {
        const message = `The ${location} parameter ${name} of a callback is missing.`;
        return required
          ? [{ pointer, message, expected: `the ${location} parameter ${name}`, received: 'nothing' }]
          : [];
      }
      if (!schema || acceptsText(space, schema, text)) return [];
      const message = `The ${location} parameter ${name} of a callback does not match its schema.`;
      return [{ pointer, message, expected: formatValue(schema.schema), received: formatValue(text) }];
    });
  },
};

function findQueryParameter({ target }: Delivery, name: string): string | undefined {
  return new URL(target, 'http://localhost').searchParams.get(name) ?? undefined;
}
