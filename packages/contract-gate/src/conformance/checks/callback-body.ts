import { isJson } from '@keyframe/openapi-runtime/media-type';
import type { ObservedDelivery } from '../behavior/callback-observations.ts';
import { formatValue, shorten } from '../format-value.ts';
import { parseJson } from '../requests/parse-json.ts';
import { explainAll } from '../schema/explain.ts';
import { type Check, describeViolation } from '../session/check.ts';
import { findMediaType } from '../wire/find-media-type.ts';

export const callbackBody: Check<ObservedDelivery> = {
  id: 'callback-body',
  title: 'The body of a callback violates its schema',
  explanation: 'Receivers are written for the documented body. Correct the callback or its schema.',
  basis: 'schema',
  run({ candidate: { operation }, delivery, space }) {
    const mediaType = findMediaType(operation.requestBody?.content ?? [], delivery);
    if (!mediaType?.schema || !isJson(mediaType.name)) return [];
    const text = delivery.body.toString();
    const value = parseJson(text);
    if (value === undefined) {
      const pointer = operation.requestBody?.pointer ?? operation.pointer;
      const message = 'The body of a callback is not JSON.';
      return [{ pointer, message, expected: 'JSON', received: shorten(text) }];
    }
    if (space.accepts(mediaType.schema, value)) return [];
    return explainAll(space, mediaType.schema, value).map((explanation) => ({
      pointer: space.getOrigin(explanation.pointer),
      message: `In a callback, ${describeViolation(explanation, 'the body')}.`,
      expected: explanation.expected,
      received: formatValue(explanation.found),
    }));
  },
};
