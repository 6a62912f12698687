import type { ObservedDeliveries } from '../behavior/callback-observations.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import { shorten } from '../format-value.ts';
import type { Check } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const callbackChanged: Check<ObservedDeliveries> = {
  id: 'callback-changed',
  title: 'A callback changed between two deliveries',
  explanation:
    'The redelivery has other bytes, another method, URL or `webhook-id`. Receivers treat it as another callback.',
  basis: 'convention',
  run({ pointer, address }) {
    const [first, second] = address.deliveries;
    const difference = first && second && findDifference(first, second);
    if (!difference) return [];
    const { part, expected, received } = difference;
    const message = `The ${part} of a callback changed between two deliveries.`;
    return [{ pointer, message, expected: shorten(expected), received: shorten(received) }];
  },
};

function findDifference(first: Delivery, second: Delivery) {
  const id = (delivery: Delivery) => findHeader(delivery, 'webhook-id') ?? '';
  const parts = [
    { part: 'body', expected: first.body.toString('latin1'), received: second.body.toString('latin1') },
    { part: 'method', expected: first.method, received: second.method },
    { part: 'URL', expected: first.target, received: second.target },
    // Standard Webhooks: receivers detect a redelivery by its id.
    { part: 'webhook-id', expected: id(first), received: id(second) },
  ];
  return parts.find(({ expected, received }) => expected !== received);
}
