import type { Operation } from '@keyframe/openapi-model';
import { matchMediaType } from '@keyframe/openapi-runtime/http';
import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Delivery } from '../callbacks/callback-listener.ts';
import type { Check } from '../session/check.ts';
import { findHeader } from '../wire/wire.ts';

export const callbackMediaType: Check<ObservedDelivery> = {
  id: 'callback-media-type',
  title: 'A callback has an undocumented media type',
  explanation: 'The Content-Type of the callback is not one of the documented media types.',
  basis: 'schema',
  run({ candidate: { operation }, delivery }) {
    const { requestBody } = operation;
    if (!requestBody || findDeliveredMediaType(operation, delivery)) return [];
    if (delivery.body.length === 0 && !requestBody.required) return [];
    const received = findHeader(delivery, 'content-type') ?? 'no Content-Type';
    return [
      {
        pointer: requestBody.pointer,
        message: `A callback was sent with ${received}.`,
        expected: requestBody.content.map(({ name }) => name).join(' or '),
        received,
      },
    ];
  },
};

/** Finds the documented media type of a delivery. */
export function findDeliveredMediaType({ requestBody }: Operation, delivery: Delivery) {
  const sent = findHeader(delivery, 'content-type');
  const content = requestBody?.content ?? [];
  const name =
    sent === undefined
      ? undefined
      : matchMediaType(
          sent,
          content.map((one) => one.name),
        );
  return content.find((mediaType) => mediaType.name === name);
}
