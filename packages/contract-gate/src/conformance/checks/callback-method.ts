import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Check } from '../session/check.ts';

export const callbackMethod: Check<ObservedDelivery> = {
  id: 'callback-method',
  title: 'A callback has the wrong method',
  explanation: 'The method differs from the documented one, by which receivers route requests.',
  basis: 'schema',
  run({ candidate: { operation }, delivery }) {
    const method = operation.method.toUpperCase();
    if (delivery.method === method) return [];
    return [
      {
        pointer: operation.pointer,
        message: `A callback was sent with the method ${delivery.method}.`,
        expected: method,
        received: delivery.method,
      },
    ];
  },
};
