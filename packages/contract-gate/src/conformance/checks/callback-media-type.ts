import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import type { Check } from '../session/check.ts';
import { findMediaType } from '../wire/find-media-type.ts';
import { findHeader } from '../wire/wire.ts';

export const callbackMediaType: Check<ObservedDelivery> = {
  id: 'callback-media-type',
  title: 'A callback has an undocumented media type',
  explanation: 'The Content-Type of the callback is not one of the documented media types.',
  basis: 'schema',
  run({ candidate: { operation }, delivery }) {
    const { requestBody } = operation;
    if (!requestBody || findMediaType(requestBody.content, delivery)) return [];
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
